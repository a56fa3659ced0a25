# SPDX-License-Identifier: Apache-2.0
"""The threads of a block as threads of Python: barriers, shared memory, what a warp does together, atomics."""

import builtins
import threading

import numpy as np

WARP = 32


class _Here(threading.local):
    """Which thread of the kernel this is, and its block."""

    block = index = 0
    shared = None  # a Block
    allocations = 0  # that this thread has passed


HERE = _Here()


class Block:
    def __init__(self, size):
        self.size = size
        self.barrier = threading.Barrier(size)
        self.lock = threading.Lock()
        self.memory = {}  # by the number of the allocation
        self.slots = [None] * size  # what each thread gives to an operation of several

    def gathered(self, value):
        """What all threads of the block gave."""
        self.slots[HERE.index] = value
        self.barrier.wait()
        values = list(self.slots)
        self.barrier.wait()
        return values


def run(function, block, size):
    shared, errors = Block(size), []

    def thread(index):
        HERE.block, HERE.index, HERE.shared, HERE.allocations = block, index, shared, 0
        try:
            function()
        except threading.BrokenBarrierError:
            pass  # of another thread's error
        except BaseException as error:
            errors.append(error)
            shared.barrier.abort()

    threads = [threading.Thread(target=thread, args=(index,)) for index in range(size)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    if errors:
        raise errors[0]


def alloc_shared(shape, dtype):
    shared, number = HERE.shared, HERE.allocations
    HERE.allocations += 1
    with shared.lock:
        return shared.memory.setdefault(number, np.zeros(shape, dtype))


def _warp(value):
    """What the threads of this one's warp gave, and its lane. All threads of the block do this at once."""
    lane = HERE.index % WARP
    start = HERE.index - lane
    return HERE.shared.gathered(value)[start : start + WARP], lane


def _shuffle(source):
    def shuffle(value, operand):
        values, lane = _warp(value)
        other = source(lane, int(operand))
        return values[other] if 0 <= other < WARP else value

    return staticmethod(shuffle)


def _total(values):
    return type(values[0])(sum(int(value) for value in values))


def _largest(values):
    """NaN where all are; otherwise not one."""
    return np.fmax.reduce(np.array(values))


def _smallest(values):
    return np.fmin.reduce(np.array(values))


def _over_warp(reduce):
    return staticmethod(lambda value: reduce(_warp(value)[0]))


def _over_block(reduce):
    return staticmethod(lambda value: reduce(HERE.shared.gathered(value)))


def _atomic(change):
    def atomic(array, index, value):
        with HERE.shared.lock:
            old = array[index]
            array[index] = change(old, old.dtype.type(value))
        return old

    return staticmethod(atomic)


class Together:
    """Of `T.gpu`."""

    @staticmethod
    def sync():
        HERE.shared.barrier.wait()

    shuffle = _shuffle(lambda lane, other: other)
    shuffle_up = _shuffle(lambda lane, delta: lane - delta)
    shuffle_down = _shuffle(lambda lane, delta: lane + delta)
    shuffle_xor = _shuffle(lambda lane, mask: lane ^ mask)
    any = _over_warp(lambda values: np.bool_(builtins.any(values)))
    all = _over_warp(lambda values: np.bool_(builtins.all(values)))
    ballot = _over_warp(lambda values: np.uint32(sum(1 << k for k, value in enumerate(values) if value)))
    subgroup_sum, block_sum = _over_warp(_total), _over_block(_total)
    subgroup_max, block_max = _over_warp(_largest), _over_block(_largest)
    subgroup_min, block_min = _over_warp(_smallest), _over_block(_smallest)
    atomic_add = _atomic(lambda old, value: old + value)
    atomic_max = _atomic(max)
    atomic_min = _atomic(min)
    atomic_or = _atomic(lambda old, value: old | value)
    atomic_xor = _atomic(lambda old, value: old ^ value)
    atomic_and = _atomic(lambda old, value: old & value)

