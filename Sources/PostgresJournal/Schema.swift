/// The journal's tables, and the migrations from earlier formats.
enum Schema {
  /// The format that this version writes, which is also the latest that it reads: the number of the last migration.
  static var format: Int { migrations.count }

  /// The statements that lead from each format to the next; the first ones create the tables.
  static let migrations: [[Query]] = [
    [
      Query("CREATE SCHEMA IF NOT EXISTS auto_update"),
      Query(
        "CREATE TABLE auto_update.format (one boolean PRIMARY KEY DEFAULT true CHECK (one), version bigint NOT NULL)"
      ),
      Query("INSERT INTO auto_update.format (version) VALUES (0)"),
      Query(
        """
        CREATE TABLE auto_update.store (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE, owner text NOT NULL,
          base bigint NOT NULL DEFAULT 0, snapshot bigint NOT NULL DEFAULT 0, present bigint NOT NULL DEFAULT 0,
          last bigint NOT NULL DEFAULT 0, version bigint NOT NULL DEFAULT 0, writer uuid) WITH (fillfactor = 20)
        """),
      Query(
        """
        CREATE TABLE auto_update.name (
          store bigint NOT NULL, number bigint NOT NULL, text text NOT NULL, PRIMARY KEY (store, number))
        """),
      Query(
        """
        CREATE TABLE auto_update.step (
          store bigint NOT NULL, serial bigint NOT NULL, number bigint NOT NULL, cause text, cause_name bigint,
          changes text NOT NULL, line text, tick bigint, sitting bigint NOT NULL, PRIMARY KEY (store, serial))
        """),
      Query(
        """
        CREATE TABLE auto_update.object (
          store bigint NOT NULL, kind bigint NOT NULL, id text COLLATE "C" NOT NULL, fields text NOT NULL,
          PRIMARY KEY (store, kind, id))
        """),
      Query(
        """
        CREATE TABLE auto_update.sitting (
          store bigint NOT NULL, number bigint NOT NULL, key uuid NOT NULL UNIQUE, PRIMARY KEY (store, number))
        """),
    ],
    [
      Query(
        """
        CREATE VIEW auto_update.steps AS
          SELECT store.name AS store, serial, step.number AS step, coalesce(cause, name.text) AS cause, line, tick,
            sitting, serial > present AS undone
          FROM auto_update.step JOIN auto_update.store ON store.id = step.store
            LEFT JOIN auto_update.name ON name.store = step.store AND name.number = cause_name
        """),
      Query(
        """
        CREATE FUNCTION auto_update.shown(store bigint, value json) RETURNS text LANGUAGE sql STABLE AS $$
          SELECT CASE json_typeof(value)
            WHEN 'array' THEN (SELECT n.text FROM auto_update.name n WHERE n.store = shown.store
              AND n.number = (value ->> 0)::bigint)
            WHEN 'object' THEN coalesce(value ->> 'w',
              (SELECT n.text FROM auto_update.name n WHERE n.store = shown.store
                AND n.number = (value #>> '{r,0}')::bigint) || ' ' || (value #>> '{r,1}'), value::text)
            ELSE value #>> '{}' END $$
        """),
      Query(
        """
        CREATE VIEW auto_update.fields AS
          SELECT store.name AS store, serial, step, kind.text AS kind, auto_update.shown(store.id, change -> 1) AS id,
            field.text AS field, auto_update.shown(store.id, change -> before_place) AS before,
            auto_update.shown(store.id, change -> after_place) AS after
          FROM (
            SELECT step.store, serial, step.number AS step, change, place,
              CASE WHEN change ->> 2 = '+' AND is_whole THEN NULL ELSE place + 1 END AS before_place,
              CASE WHEN NOT is_whole THEN place + 2 WHEN change ->> 2 = '+' THEN place + 1 END AS after_place
            FROM auto_update.step,
              -- JSON may contain U+0000, which the server does not support.
              json_array_elements(replace(changes, '\\u0000', '\\ufffd')::json) AS change,
              LATERAL (SELECT json_typeof(change -> 2) IS NOT DISTINCT FROM 'string') AS mark (is_whole),
              LATERAL generate_series(CASE WHEN is_whole THEN 3 ELSE 2 END, json_array_length(change) - 1,
                CASE WHEN is_whole THEN 2 ELSE 3 END) AS place
          ) AS part JOIN auto_update.store ON store.id = part.store
            JOIN auto_update.name kind ON kind.store = part.store AND kind.number = (change ->> 0)::bigint
            JOIN auto_update.name field ON field.store = part.store AND field.number = (change ->> place)::bigint
        """),
    ],
    [
      Query(
        """
        CREATE TABLE auto_update.schema (
          store bigint NOT NULL, number bigint NOT NULL, since bigint NOT NULL, barrier bigint NOT NULL,
          text text NOT NULL, PRIMARY KEY (store, number))
        """)
    ],
    [
      Query("ALTER TABLE auto_update.step RENAME COLUMN sitting TO session"),
      Query("ALTER TABLE auto_update.sitting RENAME TO session"),
      Query("ALTER VIEW auto_update.steps RENAME COLUMN sitting TO session"),
    ],
  ]
}

/// Texts as a column stores them. U+0000, which the server does not support, and the escape character are escaped.
enum ColumnText {
  private static let mark: Unicode.Scalar = "\u{FFFE}"

  static func encoded(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0 == "\0" || $0 == mark }) else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\0": scalars += [mark, "0"]
      case mark: scalars += [mark, "1"]
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  static func decoded(_ text: String) -> String {
    guard text.unicodeScalars.contains(mark) else { return text }
    var scalars = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        scalars.append(scalar == "0" ? "\0" : mark)
        isEscaped = false
      } else if scalar == mark {
        isEscaped = true
      } else {
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
