-- A board in a format that a later version writes.
PRAGMA application_id=1096110154;
PRAGMA user_version=4;
CREATE TABLE state (id INTEGER PRIMARY KEY, owner TEXT);
INSERT INTO state VALUES (1, 'board');
CREATE TABLE later (a);
