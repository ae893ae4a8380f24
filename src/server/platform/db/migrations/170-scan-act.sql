-- The token of a scan link is exchanged once; the phone whose answer was lost asks again under the same act.
alter table scan_link add column act text;
