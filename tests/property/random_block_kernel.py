# SPDX-License-Identifier: Apache-2.0
"""Random kernels whose threads work together: shared memory of several types, barriers, shuffles, votes, reductions
and atomics, between statements of `random_kernel` in which each thread goes its own way.

Every result is the same in whatever order threads run: barriers stand between accesses to shared memory, and on one
counter there is one kind of atomic, whose result is not used.
"""

from random_kernel import CELL_BOUND, GRID, HEADER, RandomKernel

BLOCK = 64  # two warps
ROWS = GRID * BLOCK
COUNTERS = 8

# The kernel's last parameter, and what stands at its top in the place of the guard.
PARAMETERS = f'    s: T.int32,\n    f: T.float32,\n    C: T.Tensor(({COUNTERS},), "int32"),\n'
TOP = """\
        t = T.gpu.thread_idx("x")
        s_int32 = T.alloc_shared((BLOCK,), "int32")
        s_float32 = T.alloc_shared((BLOCK,), "float32")
        s_float16 = T.alloc_shared((BLOCK,), "float16")
        s_uint8 = T.alloc_shared((BLOCK,), "uint8")
        s_int64 = T.alloc_shared((BLOCK,), "int64")
        counts = T.alloc_shared((8,), "int32")
"""


def header():
    text = HEADER.replace("    s: T.int32,\n    f: T.float32,\n", PARAMETERS)
    return text.replace("        if i < A.shape[0]:\n", TOP)


class RandomBlockKernel(RandomKernel):
    def __init__(self, seed):
        super().__init__(seed)
        self.names.ints = [("s", 20), ("i", ROWS), ("t", BLOCK)]

    def source(self):
        return self.head_from(header(), BLOCK) + self.body(2, self.phases)

    def phases(self):
        for _ in range(self.random.randint(4, 8)):
            self.phase(2)

    # --- what all threads of the block do ---
    def phase(self, level):
        together = [self.exchange, self.exchange, self.shuffle, self.vote, self.reduction, self.counting]
        nested = [self.uniform_loop, self.uniform_branch] if level < 4 else []
        before = len(self.lines)
        self.one([*together, *nested, self.statement])(level)
        if len(self.lines) == before:
            self.put(level, "pass")

    def uniform_loop(self, level):
        outer, name = self.names.copy(), self.fresh("u")
        self.put(level, f"for {name} in {self.one(['range(2)', 'range(s % 3)', 'T.serial(3)', 'T.unroll(2)'])}:")
        self.names.ints.append((name, 3))
        for _ in range(self.random.randint(1, 3)):
            self.phase(level + 1)
        self.names = outer

    def uniform_branch(self, level):
        condition = self.one(["s > 7", "f < 0.5", 'T.gpu.block_idx("x") != 1', 's % 2 == T.gpu.block_idx("x") % 2'])
        for word in [f"if {condition}:", "else:"][: self.random.randint(1, 2)]:
            outer = self.names.copy()
            self.put(level, word)
            for _ in range(self.random.randint(1, 2)):
                self.phase(level + 1)
            self.names = outer

    def other_thread(self):
        step = self.random.randrange(1, BLOCK)
        return self.one([f"(t + {step}) % BLOCK", f"t ^ {step}", "BLOCK - 1 - t", f"(t * {step | 1}) % BLOCK", f"{step}"])

    def exchange(self, level):
        """Through shared memory, narrowed to its type and widened again."""
        kind, name = self.one(["int32", "float32", "float16", "uint8", "int64"]), self.fresh("e")
        is_float = kind.startswith("float")
        value = f"f + {self.float(2)}" if is_float else f"i + {self.small(2)}"
        self.put(level, f's_{kind}[t] = T.cast({value}, "{kind}")')
        self.put(level, "T.gpu.sync()")
        wide, bound = ("float32", None) if is_float else ("int32", CELL_BOUND + ROWS)
        self.put(level, f'{name} = T.cast(s_{kind}[{self.other_thread()}], "{wide}")')
        self.put(level, "T.gpu.sync()")
        self.names.floats.append(name) if is_float else self.names.ints.append((name, bound))

    def shuffle(self, level):
        name, lane = self.fresh("h"), self.random.randrange(32)
        call = self.one(["shuffle", "shuffle_up", "shuffle_down", "shuffle_xor"])
        if self.chance(2):
            self.put(level, f"{name} = T.gpu.{call}(i + {self.small(2)}, {lane})")
            self.names.ints.append((name, CELL_BOUND + ROWS))
        else:
            self.put(level, f"{name} = T.gpu.{call}(f + {self.float(2)}, {lane})")
            self.names.floats.append(name)

    def vote(self, level):
        name, condition = self.fresh("b"), f"i >= 0 and {self.condition(2)}"
        kind = self.one(["any", "all", "ballot"])
        shift = " >> 20" if kind == "ballot" else ""
        self.put(level, f'{name} = T.cast(T.gpu.{kind}({condition}){shift}, "int32")')
        self.names.ints.append((name, 4096))

    def reduction(self, level):
        name = self.fresh("r")
        where = self.one(["subgroup", "block"])
        if self.chance(2):
            kind = self.one(["max", "min"])
            self.put(level, f"{name} = T.gpu.{where}_{kind}(f + {self.float(2)})")
            self.names.floats.append(name)
        else:
            kind = self.one(["sum", "max", "min"])
            self.put(level, f"{name} = T.gpu.{where}_{kind}(i + {self.small(2)})")
            self.names.ints.append((name, BLOCK * (CELL_BOUND + ROWS)))

    def counting(self, level):
        """Atomics on shared memory between barriers."""
        name, operation = self.fresh("n"), self.one(["add", "max", "min", "or", "xor"])
        self.put(level, "if t < 8:")
        self.put(level + 1, f"counts[t] = {self.random.randrange(9)}")
        self.put(level, "T.gpu.sync()")
        outer = self.names.copy()
        place = level
        if self.chance(2):
            self.put(level, f"if {self.condition(1)}:")
            place += 1
        self.put(place, f"T.gpu.atomic_{operation}(counts[(i + {self.small(1)}) % 8], i + {self.small(2)})")
        self.names = outer
        self.put(level, "T.gpu.sync()")
        self.put(level, f"{name} = counts[t % 8]")
        self.put(level, "T.gpu.sync()")
        self.names.ints.append((name, 2 * BLOCK * (CELL_BOUND + ROWS)))

    # --- what a thread does by itself ---
    def update(self, level):
        """Besides cells, counters in global memory."""
        if not self.chance(3):
            return super().update(level)
        counter, operation = self.one(list(enumerate(["add", "max", "min", "or", "xor", "and"])))
        return self.put(level, f"T.gpu.atomic_{operation}(C[{counter}], i + {self.small(2)})")
