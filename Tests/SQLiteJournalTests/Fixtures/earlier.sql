-- A board of an earlier version: cards were tasks, points a size; they had a colour and no owner, and there were
-- robots.
PRAGMA application_id=1096110154;
PRAGMA user_version=1;
PRAGMA journal_mode=WAL;
BEGIN TRANSACTION;
CREATE TABLE name (number INTEGER PRIMARY KEY, text TEXT NOT NULL);
INSERT INTO name VALUES(1,'generator');
INSERT INTO name VALUES(2,'seed');
INSERT INTO name VALUES(3,'state');
INSERT INTO name VALUES(4,'last');
INSERT INTO name VALUES(5,'clock');
INSERT INTO name VALUES(6,'tick');
INSERT INTO name VALUES(7,'screen');
INSERT INTO name VALUES(8,'name');
INSERT INTO name VALUES(9,'open');
INSERT INTO name VALUES(10,'first');
INSERT INTO name VALUES(11,'rows');
INSERT INTO name VALUES(12,'robot');
INSERT INTO name VALUES(13,'task');
INSERT INTO name VALUES(14,'title');
INSERT INTO name VALUES(15,'column');
INSERT INTO name VALUES(16,'todo');
INSERT INTO name VALUES(17,'size');
INSERT INTO name VALUES(18,'colour');
INSERT INTO name VALUES(19,'doing');
CREATE TABLE step (
  serial INTEGER PRIMARY KEY, number INTEGER NOT NULL, cause NOT NULL, changes TEXT NOT NULL,
  line TEXT, tick INTEGER, sitting INTEGER NOT NULL);
INSERT INTO step VALUES(1,1,'add robot Ann','[[1,0,4,{"l":[]},{"l":[[12],1]}],[12,1,"+",8,"Ann"]]',NULL,0,1);
INSERT INTO step VALUES(2,2,'add task Docs size=3','[[1,0,4,{"l":[[12],1]},{"l":[[12],1,[13],1]}],[13,1,"+",14,"Docs",15,[16],17,3,18,null]]',NULL,0,1);
INSERT INTO step VALUES(3,3,'add task Code size=8','[[1,0,4,{"l":[[12],1,[13],1]},{"l":[[12],1,[13],2]}],[13,2,"+",14,"Code",15,[16],17,8,18,null]]',NULL,0,1);
INSERT INTO step VALUES(4,4,'take Docs Ann','[[13,1,15,[16],[19],18,null,{"r":[12,1]}]]',NULL,0,1);
INSERT INTO step VALUES(5,5,'change Docs size=4','[[13,1,17,3,4]]',NULL,0,1);
CREATE TABLE object (kind INTEGER NOT NULL, id NOT NULL, fields TEXT NOT NULL, PRIMARY KEY (kind, id))
  WITHOUT ROWID;
INSERT INTO object VALUES(1,'0','[2,1,3,1,4,{"l":[]}]');
INSERT INTO object VALUES(5,'0','[6,0]');
INSERT INTO object VALUES(7,'"board"','[8,"board",9,true,10,1,11,20]');
CREATE TABLE state (
  id INTEGER PRIMARY KEY CHECK (id = 1), owner TEXT NOT NULL, base INTEGER NOT NULL, snapshot INTEGER NOT NULL,
  moved INTEGER NOT NULL, present INTEGER NOT NULL);
INSERT INTO state VALUES(1,'board',0,0,0,0);
CREATE TABLE sitting (number INTEGER PRIMARY KEY);
INSERT INTO sitting VALUES(1);
COMMIT;
