#include "modelling/design/program/program_bytes.h"

namespace partita::modelling::design {

void add_program(BytesWriter& out, const Program& program) {
  out.add(program.count());
  for (const VariablePosition i : program.variables()) {
    out.add(program.cost(i));
    out.add(program.is_amount(i));
  }
  out.add(program.constraints().size());
  for (const Program::Constraint& constraint : program.constraints()) {
    out.add(constraint.terms.size());
    out.add(constraint.sense);
    out.add(constraint.bound);
    for (const Program::Term& term : constraint.terms) {
      out.add(term.variable);
      out.add(term.factor);
    }
  }
  out.add(program.differences().size());
  for (const Program::Groups& groups : program.differences()) {
    out.add(groups.size());
    for (const std::vector<VariablePosition>& group : groups) {
      out.add(group.size());
      for (const VariablePosition variable : group) out.add(variable);
    }
  }
}

Program take_program(BytesReader& in) {
  Program out;
  const auto variables = in.take<std::size_t>();
  for (std::size_t i = 0; i < variables; ++i) {
    const double cost = in.take<double>();
    in.take<bool>() ? out.add_amount(cost) : out.add_variable(cost);
  }
  const auto constraints = in.take<std::size_t>();
  for (std::size_t i = 0; i < constraints; ++i) {
    std::vector<Program::Term> terms(in.take<std::size_t>());
    const auto sense = in.take<Program::Sense>();
    const double bound = in.take<double>();
    for (Program::Term& term : terms) {
      term.variable = in.take<VariablePosition>();
      term.factor = in.take<double>();
    }
    out.add_constraint(std::move(terms), sense, bound);
  }
  const auto differences = in.take<std::size_t>();
  for (std::size_t i = 0; i < differences; ++i) {
    Program::Groups groups(in.take<std::size_t>());
    for (std::vector<VariablePosition>& group : groups) {
      group.resize(in.take<std::size_t>());
      for (VariablePosition& variable : group) variable = in.take<VariablePosition>();
    }
    out.add_difference(std::move(groups));
  }
  return out;
}

}  // namespace partita::modelling::design
