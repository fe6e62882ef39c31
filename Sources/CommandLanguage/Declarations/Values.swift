// Values are a part of what this module declares: who imports it writes them.
@_exported public import Values
