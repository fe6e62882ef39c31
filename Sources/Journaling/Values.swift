// Values are part of this module's interface, so its importers need them.
@_exported public import Values
