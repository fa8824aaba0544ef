-- Invitations that were planned before the planner was stored: the audit trail knows who planned them. It is the actor of the last plan or, for
-- somebody whose invitation was planned with the addition, the actor of the addition. In remote access it is the person of the session, as
-- for a plan of today. Where the trail does not know, the plan ends at its time, and the administrators are told.
set local role vitrine_platform;
update planned_invitations p
   set planned_by = x.planner
  from (select distinct on (e.tenant_id, e.target_id)
               e.tenant_id, e.target_id, coalesce(e.on_behalf_of, e.actor_id) as planner
          from planned_invitations w
          join audit_entries e on e.target_id = w.user_id::text and e.tenant_id = w.tenant_id
         where w.planned_by is null and e.target_type = 'user' and e.event in ('user.invitation_planned', 'user.added')
         order by e.tenant_id, e.target_id, e.event = 'user.invitation_planned' desc, e.at desc, e.id desc) x
  join users u on u.id = x.planner
 where p.tenant_id = x.tenant_id and p.user_id::text = x.target_id and p.planned_by is null;
reset role;
