// The uses of the model that a person has now.
import { type Actor, may } from '#platform/server/session/actor.ts'
import type { Permission } from '#catalogue/access.ts'
import { type AiUse, aiUses, usesOfRows } from '../contract.ts'

const permissionOf: Record<AiUse, Permission> = {
  draft_notification: 'assistant.draft_notification',
  write_dax: 'assistant.write_dax',
  explain_page: 'assistant.explain_report',
  summarise_data: 'assistant.explain_report',
}

/** The uses of the person while an account is switched on. */
export const usesOf = (actor: Actor, { sends_rows }: { sends_rows: boolean }): AiUse[] =>
  aiUses.filter((use) => may(actor, permissionOf[use]) && (sends_rows || !usesOfRows.includes(use)))
