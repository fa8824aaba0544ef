-- Phone numbers of people as E.164. Numbers of Brazil and Portugal without the code of their country get it, in units of that country. A number
-- that is none, or that another person of the unit has already, stays as it is.

with numbers as (
  select m.tenant_id, m.user_id, case
      when s.timezone like any (array['America/Araguaina', 'America/Bahia', 'America/Belem', 'America/Boa_Vista', 'America/Campo_Grande',
        'America/Cuiaba', 'America/Eirunepe', 'America/Fortaleza', 'America/Maceio', 'America/Manaus', 'America/Noronha',
        'America/Porto_Velho', 'America/Recife', 'America/Rio_Branco', 'America/Santarem', 'America/Sao_Paulo'])
        then '+55' || substring(m.phone from
          '^(?:55|0)?((?:[14689][1-9]|2[12478]|3[1-578]|5[13-5]|7[13-579])(?:9[0-9]{8}|[2-5][0-9]{7}))$')
      when s.timezone in ('Europe/Lisbon', 'Atlantic/Azores', 'Atlantic/Madeira')
        then '+351' || substring(m.phone from '^(?:351)?([29][0-9]{8})$')
    end as stored
    from memberships m join settings s on s.tenant_id = m.tenant_id
   where m.phone not like '+%'),
firsts as (
  select distinct on (tenant_id, stored) tenant_id, user_id, stored from numbers n
   where stored is not null
     and not exists (select from memberships o where o.tenant_id = n.tenant_id and o.phone = n.stored)
   order by tenant_id, stored, user_id)
update memberships m set phone = f.stored from firsts f where m.tenant_id = f.tenant_id and m.user_id = f.user_id;
