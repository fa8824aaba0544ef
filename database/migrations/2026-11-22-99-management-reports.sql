-- Management reports: what the platform or a partner publishes to business units about their own use of the portal. Each shows numbers of
-- the business unit of its reader only.

create table management_reports (
  id uuid primary key default app.uuidv7(),
  partner_id uuid default app.partner_id() references partners on delete cascade,
  title jsonb not null,
  name text not null generated always as (title ->> 'pt-BR') stored,
  description jsonb not null,
  source text not null check (source in ('usage', 'people', 'performance')),
  readers text not null default 'managers' check (readers in ('managers', 'everybody')),
  tenant_ids uuid[] not null default '{}',
  published boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint management_reports_name_key unique nulls not distinct (partner_id, name)
);
comment on table management_reports is 'Reports of the portal about itself, in up to four languages, always in pt-BR.';
comment on column management_reports.partner_id is 'Null: a report of the platform, for the business units of all partners.';
comment on column management_reports.tenant_ids is 'The business units that see it; empty: all of the publisher.';
call app.row_policy(
  'management_reports',
  '(select app.tenant_id()) is null and (select app.profile()) in (''a2m'', ''master'')
   and partner_id is not distinct from (select app.partner_id())');

create function app.management_reports()
returns table (id uuid, title jsonb, description jsonb, source text, of_platform boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.id, m.title, m.description, m.source, m.partner_id is null
    from management_reports m
    join tenants t on t.id = app.tenant_id()
   where m.published
     and (m.partner_id is null or m.partner_id = t.partner_id)
     and (m.tenant_ids = '{}' or t.id = any(m.tenant_ids))
     and (m.readers = 'everybody' or app.profile() in ('a2m', 'master', 'admin'))
   order by m.partner_id is not null, m.created_at, m.id;
$$;
comment on function app.management_reports is
  'The management reports for the person of the session: those of the platform, then those of the partner; none outside of a tenant.';
call app.callable_platform_function('app.management_reports');

insert into management_reports (partner_id, title, description, source) values
  (null,
   '{"pt-BR": "Uso do portal", "en-US": "Use of the portal", "es": "Uso del portal", "pt-PT": "Utilização do portal"}',
   '{"pt-BR": "Visualizações de relatórios por dia e por hora.", "en-US": "Views of reports by day and by hour.", "es": "Visualizaciones de informes por día y por hora.", "pt-PT": "Visualizações de relatórios por dia e por hora."}',
   'usage'),
  (null,
   '{"pt-BR": "Adesão das pessoas", "en-US": "Adoption", "es": "Adopción", "pt-PT": "Adesão das pessoas"}',
   '{"pt-BR": "Quantas pessoas leem relatórios, e quantos relatórios ninguém lê.", "en-US": "How many people read reports, and how many reports nobody reads.", "es": "Cuántas personas leen informes, y cuántos informes no lee nadie.", "pt-PT": "Quantas pessoas leem relatórios, e quantos relatórios ninguém lê."}',
   'people'),
  (null,
   '{"pt-BR": "Desempenho dos relatórios", "en-US": "Performance of reports", "es": "Rendimiento de los informes", "pt-PT": "Desempenho dos relatórios"}',
   '{"pt-BR": "Quanto tempo as pessoas esperam por um relatório, e o que falha.", "en-US": "How long people wait for a report, and what fails.", "es": "Cuánto tiempo espera la gente por un informe, y qué falla.", "pt-PT": "Quanto tempo as pessoas esperam por um relatório, e o que falha."}',
   'performance');
