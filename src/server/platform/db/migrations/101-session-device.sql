-- What the browser that logged in calls itself: its owner reads it in the list of their sessions.
alter table session add column device text not null default '';
