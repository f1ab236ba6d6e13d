// The limits of the service that the pages know before they ask a server. Each has the name and the value of a constant
// of src/value/limits.h or include/partita/limits.h, with which tests/tidy/limits.py compares it.
export const kItemSizeBytes = 400 * 1024;
export const kPartitionKeyBytes = 2048;
export const kSortKeyBytes = 1024;
export const kReadUnitBytes = 4096;
export const kPageBytes = 1024 * 1024;
export const kBatchGetKeys = 100;
export const kBatchWriteItems = 25;
export const kBatchStatements = 25;
export const kTransactionItems = 100;
export const kInOperands = 100;
export const kProjectedAttributes = 100; // of all NonKeyAttributes of a table
export const kLeastNameBytes = 3, kMostNameBytes = 255; // of tables and indexes
export const kKeyAttributeNameBytes = 255;
export const kRecoveryDays = 35; // the longest period of point-in-time recovery, and the default
