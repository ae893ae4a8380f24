-- Which text of a draft this is (`stamp`), and who typed it when by the page's own clock, so that an older text never takes a newer one's place unasked.
alter table draft add column stamp text;
alter table draft add column page text;
alter table draft add column typed_at bigint;
update draft set stamp = trn || extract(epoch from saved_at);
alter table draft alter column stamp set not null;
