// SPDX-License-Identifier: Apache-2.0
// The syntax tree of a source file. Plain structs, owned by an Ast; names point into the source text.
#pragma once

#include <memory>
#include <memory_resource>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "script/token.h"

namespace tirx::script {

// The deepest nesting of expressions, and of statements, that is accepted.
constexpr int kMaxNesting = 1000;

struct Node {
  Range at;
  virtual ~Node() = default;
};

enum class ExprKind : uint8_t {
  Name,
  None,
  Bool,
  Int,
  Float,
  String,
  Ellipsis,
  Tuple,
  List,
  Set,
  Dict,
  Unary,
  Binary,
  BoolOp,
  Compare,
  Conditional,
  Lambda,
  Call,
  Attribute,
  Subscript,
  Slice,
  Starred,
  Comprehension,
  Walrus,
  Formatted,
  Unsupported,
};

struct Expr : Node {
  explicit Expr(ExprKind kind) : kind(kind) {}
  ExprKind kind;
  int depth = 1;  // levels of nesting below and including this node
};

enum class StmtKind : uint8_t {
  Expr,
  Assign,
  AnnAssign,
  AugAssign,
  Return,
  Break,
  Continue,
  Pass,
  Assert,
  If,
  For,
  While,
  With,
  FunctionDef,
  ClassDef,
  Import,
  Unsupported,
};

struct Stmt : Node {
  explicit Stmt(StmtKind kind) : kind(kind) {}
  StmtKind kind;
};

using ExprList = std::vector<Expr*>;
using Block = std::vector<Stmt*>;

// Checked downcast: As<NameExpr>(e) is null when `e` is something else.
template <class T, class Base>
const T* As(const Base* node) {
  return node && node->kind == T::kKind ? static_cast<const T*>(node) : nullptr;
}
template <class T, class Base>
const T& Cast(const Base* node) {
  TIRX_CHECK(node && node->kind == T::kKind, "wrong kind of syntax node");
  return *static_cast<const T*>(node);
}

template <class Base, auto Kind>
struct NodeOf : Base {
  static constexpr auto kKind = Kind;
  NodeOf() : Base(Kind) {}
};

struct Identifier {
  std::string_view text;
  Range at;
};

// ---- expressions ----

struct NameExpr : NodeOf<Expr, ExprKind::Name> {
  std::string_view id;
};
struct NoneExpr : NodeOf<Expr, ExprKind::None> {};
struct EllipsisExpr : NodeOf<Expr, ExprKind::Ellipsis> {};
struct BoolExpr : NodeOf<Expr, ExprKind::Bool> {
  bool value = false;
};
struct IntExpr : NodeOf<Expr, ExprKind::Int> {
  uint64_t value = 0;
  bool fits = true;  // in 64 bits without sign
};
struct FloatExpr : NodeOf<Expr, ExprKind::Float> {
  double value = 0;
};
struct StringExpr : NodeOf<Expr, ExprKind::String> {
  std::string value;
};
struct TupleExpr : NodeOf<Expr, ExprKind::Tuple> {
  ExprList items;
};
struct ListExpr : NodeOf<Expr, ExprKind::List> {
  ExprList items;
};
struct SetExpr : NodeOf<Expr, ExprKind::Set> {
  ExprList items;
};
struct DictExpr : NodeOf<Expr, ExprKind::Dict> {
  std::vector<std::pair<Expr*, Expr*>> items;  // a null key: `**value`
};
struct UnaryExpr : NodeOf<Expr, ExprKind::Unary> {
  Tok op = Tok::Minus;  // Minus Plus Tilde KwNot
  Expr* operand = nullptr;
};
struct BinaryExpr : NodeOf<Expr, ExprKind::Binary> {
  Tok op = Tok::Plus;
  Expr *left = nullptr, *right = nullptr;
};
struct BoolOpExpr : NodeOf<Expr, ExprKind::BoolOp> {
  bool is_and = true;
  ExprList values;  // at least two
};
enum class CompareOp : uint8_t {
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  In,
  NotIn,
  Is,
  IsNot
};
struct CompareExpr : NodeOf<Expr, ExprKind::Compare> {
  Expr* left = nullptr;
  std::vector<std::pair<CompareOp, Expr*>> rest;  // at least one
};
struct ConditionalExpr : NodeOf<Expr, ExprKind::Conditional> {
  Expr *condition = nullptr, *then_value = nullptr, *else_value = nullptr;
};
struct Parameter {
  enum class Kind : uint8_t { Positional, KeywordOnly, VarArgs, VarKeywords };
  Identifier name;
  Kind kind = Kind::Positional;
  bool positional_only = false;
  Expr *annotation = nullptr, *default_value = nullptr;  // may be null
};
struct LambdaExpr : NodeOf<Expr, ExprKind::Lambda> {
  std::vector<Parameter> parameters;
  Expr* body = nullptr;
};
struct Keyword {
  Identifier name;  // empty text: `**value`
  Expr* value = nullptr;
};
struct CallExpr : NodeOf<Expr, ExprKind::Call> {
  Expr* callee = nullptr;
  ExprList arguments;  // may hold Starred
  std::vector<Keyword> keywords;
};
struct AttributeExpr : NodeOf<Expr, ExprKind::Attribute> {
  Expr* value = nullptr;
  Identifier name;
};
struct SubscriptExpr : NodeOf<Expr, ExprKind::Subscript> {
  Expr* value = nullptr;
  Expr* index = nullptr;  // a Tuple for `a[i, j]`; may hold Slices
};
struct SliceExpr : NodeOf<Expr, ExprKind::Slice> {
  Expr *lower = nullptr, *upper = nullptr, *step = nullptr;  // may be null
};
struct StarredExpr : NodeOf<Expr, ExprKind::Starred> {
  Expr* value = nullptr;
};
struct ComprehensionExpr : NodeOf<Expr, ExprKind::Comprehension> {
  enum class Result : uint8_t { List, Set, Dict, Generator };
  struct Clause {
    Expr *target = nullptr, *iterable = nullptr;
    ExprList conditions;
  };
  Result result = Result::List;
  Expr* element = nullptr;  // for a dict: the key
  Expr* value = nullptr;    // for a dict
  std::vector<Clause> clauses;
};
struct WalrusExpr : NodeOf<Expr, ExprKind::Walrus> {
  Identifier name;
  Expr* value = nullptr;
};
// f"text {value!r:spec}": each part is text with the value that follows it.
struct FormattedExpr : NodeOf<Expr, ExprKind::Formatted> {
  struct Part {
    std::string text;
    Expr* value = nullptr;          // null: text alone
    char conversion = '\0';         // 'r', 's', 'a'
    FormattedExpr* spec = nullptr;  // may be null
  };
  std::vector<Part> parts;
};
// Python that parses but is not part of the language: `yield`, `await`, a bytes literal.
struct UnsupportedExpr : NodeOf<Expr, ExprKind::Unsupported> {
  std::string what;
};

// ---- statements ----

struct ExprStmt : NodeOf<Stmt, StmtKind::Expr> {
  Expr* value = nullptr;
};
struct AssignStmt : NodeOf<Stmt, StmtKind::Assign> {
  ExprList targets;  // `a = b = value` has two
  Expr* value = nullptr;
};
struct AnnAssignStmt : NodeOf<Stmt, StmtKind::AnnAssign> {
  Expr *target = nullptr, *annotation = nullptr, *value = nullptr;  // value may be null
};
struct AugAssignStmt : NodeOf<Stmt, StmtKind::AugAssign> {
  Expr* target = nullptr;
  Tok op = Tok::Plus;  // the operator without `=`
  Expr* value = nullptr;
};
struct ReturnStmt : NodeOf<Stmt, StmtKind::Return> {
  Expr* value = nullptr;  // may be null
};
struct BreakStmt : NodeOf<Stmt, StmtKind::Break> {};
struct ContinueStmt : NodeOf<Stmt, StmtKind::Continue> {};
struct PassStmt : NodeOf<Stmt, StmtKind::Pass> {};
struct AssertStmt : NodeOf<Stmt, StmtKind::Assert> {
  Expr *condition = nullptr, *message = nullptr;  // message may be null
};
struct IfStmt : NodeOf<Stmt, StmtKind::If> {
  Expr* condition = nullptr;
  Block then_body, else_body;  // `elif` is an If alone in else_body
};
struct ForStmt : NodeOf<Stmt, StmtKind::For> {
  Expr *target = nullptr, *iterable = nullptr;
  Block body, else_body;
};
struct WhileStmt : NodeOf<Stmt, StmtKind::While> {
  Expr* condition = nullptr;
  Block body, else_body;
};
struct WithStmt : NodeOf<Stmt, StmtKind::With> {
  std::vector<std::pair<Expr*, Expr*>> items;  // context, target (may be null)
  Block body;
};
struct FunctionDefStmt : NodeOf<Stmt, StmtKind::FunctionDef> {
  Identifier name;
  ExprList decorators;
  std::vector<Parameter> parameters;
  Expr* returns = nullptr;  // may be null
  Block body;
};
struct ClassDefStmt : NodeOf<Stmt, StmtKind::ClassDef> {
  Identifier name;
  ExprList decorators, bases;
  std::vector<Keyword> keywords;
  Block body;
};
// `import a.b as c` and `from a.b import c as d`, one item per bound name.
struct ImportStmt : NodeOf<Stmt, StmtKind::Import> {
  struct Item {
    std::string module;     // dotted, with leading dots when relative
    std::string attribute;  // of `from module import attribute`; else empty
    Identifier bound;       // the name that is bound; "*" for a star import
  };
  std::vector<Item> items;
};
struct UnsupportedStmt : NodeOf<Stmt, StmtKind::Unsupported> {
  ExprList decorators;
  std::string what;  // "try", "raise", ...
  Block body;        // its blocks, parsed for their errors
};

// Owns every node of one file; they stand side by side in large blocks.
class Ast {
 public:
  explicit Ast(SourceFile file) : file(std::move(file)) {}
  Ast(const Ast&) = delete;
  Ast& operator=(const Ast&) = delete;
  ~Ast() {
    for (Node* node : nodes_) node->~Node();
  }
  template <class T>
  T* New(const Range& at) {
    T* node = new (memory_.allocate(sizeof(T), alignof(T))) T;
    node->at = at;
    nodes_.push_back(node);
    return node;
  }

  SourceFile file;
  Block body;

 private:
  std::pmr::monotonic_buffer_resource memory_;
  std::vector<Node*> nodes_;
};

}  // namespace tirx::script
