-- Run by psql once, on an empty volume, after the tables are made: the role of the service, which may read and write the two
-- tables and no more. Whoever learns its password can neither read files of the server nor run programs there.
\getenv password POSTGRES_PASSWORD
create role tms_init login password :'password' nosuperuser nocreatedb nocreaterole noreplication;

select current_database() as database \gset
revoke all on database :"database" from public;
grant connect on database :"database" to tms_init;
revoke all on schema public from public;
grant usage on schema public to tms_init;
grant select, insert, update, delete on tms_init_task, tms_init_task_step to tms_init;

-- The administrator had the same password until now. From here on only the container itself lets them in, by its socket:
-- docker compose exec --user postgres database psql tms_init
alter role current_user password null;
