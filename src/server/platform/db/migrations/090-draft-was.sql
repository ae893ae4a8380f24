-- What the page knew when it typed this text: each row of a batch tells by itself what it may take the place of.
alter table draft add column was text;
