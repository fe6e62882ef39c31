// Exported, because this module's declarations use these values: an importer can write them without another import.
@_exported public import Values
