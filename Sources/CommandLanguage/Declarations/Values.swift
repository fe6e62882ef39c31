// Declarations of this module's clients use Values, so importing this module imports it too.
@_exported public import Values
