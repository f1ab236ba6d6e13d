// The resources of a CloudFormation template. CloudFormation, SAM and serverless.yml share them.
#pragma once

#include "modelling/write/table_request.h"
#include "modelling/write/tree.h"
#include "modelling/write/writer.h"

namespace partita::modelling {

inline constexpr Features kHeldByCloudFormation = {
    Feature::LocalIndexes, Feature::VectorIndexes, Feature::CompositeIndexKeys, Feature::Capacity,   Feature::Stream,
    Feature::TimeToLive,   Feature::Recovery,      Feature::DeletionProtection, Feature::TableClass, Feature::Tags};

// A resource of any type that CloudFormation or a transform knows.
Tree resource(std::string_view type, Tree properties);
// An AWS::DynamoDB::Table.
Tree table_resource(const TableDefinition& definition);

// The resources of all tables by their logical ids, each made by `make`. Errors: those of table_definitions; a text
// that CloudFormation would replace by the value of a dynamic reference, "{{resolve:...}}".
Result<Tree> resources_of(const Model& model, Tree (*make)(const TableDefinition& definition));

}  // namespace partita::modelling
