// The source of an embedded management report: an account, a workspace and a report at its service, and a role of the data model.
import { Select, TextInput } from '@mantine/core'
import type { z } from 'zod'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import type { FieldInput } from '#platform/web/pages/field.tsx'
import { type embeddedSource, listManagementSources } from '../contract.ts'

type Embedded = z.output<typeof embeddedSource>
type Draft = Partial<Embedded>

const parts = ['account_id', 'workspace_id', 'report_id'] as const
type Part = (typeof parts)[number]

/** A later choice depends on the earlier ones, and is shown once they are made. */
export function EmbeddedField({ value, onChange, error }: FieldInput) {
  const { t } = useTranslation()
  const draft = (value ?? {}) as Draft
  const { account_id, workspace_id, report_id, role } = draft
  const { data, error: failure } = useCallQuery(
    listManagementSources,
    { ...(account_id && { account_id }), ...(workspace_id && { workspace_id }), ...(report_id && { report_id }) },
    { keep: true, freshFor: 60_000 },
  )
  const choices: Record<Part, { value: string; label: string }[]> = {
    account_id: (data?.accounts ?? []).map(({ id, name, partner }) => ({ value: id, label: `${name} (${partner})` })),
    workspace_id: (data?.workspaces ?? []).map(({ id, name }) => ({ value: id, label: name })),
    report_id: (data?.reports ?? []).map(({ id, name }) => ({ value: id, label: name })),
  }
  const chosenCount = parts.findIndex((part) => draft[part] === undefined)
  const shown = chosenCount === -1 ? parts : parts.slice(0, chosenCount + 1)
  const choose = (part: Part, chosen: string | null) => {
    const kept = Object.fromEntries(parts.slice(0, parts.indexOf(part)).map((each) => [each, draft[each]]))
    onChange({ ...kept, [part]: chosen ?? undefined })
  }
  const named = {
    name: 'role',
    label: t('reports.management.embedded.role'),
    description: t('reports.management.embedded.roleHelp'),
  }
  const isNone = data?.accounts.length === 0
  /** Names the part that is missing: the sentence of the form names only the whole, although a report is chosen already. */
  const missing = (part: keyof Embedded) =>
    t('general.field.required', { name: t(`reports.management.embedded.${part}`) })
  const roleError = error && !role ? missing('role') : error
  return (
    <>
      {shown.map((part) => (
        <Select
          key={part}
          name={part}
          label={t(`reports.management.embedded.${part}`)}
          description={part === 'account_id' && isNone ? t('reports.management.embedded.none') : undefined}
          error={
            part === shown.at(-1)
              ? (failure?.message ?? (error && draft[part] === undefined ? missing(part) : undefined))
              : undefined
          }
          data={choices[part]}
          value={draft[part] ?? null}
          onChange={(chosen) => choose(part, chosen)}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t('general.list.empty')}
        />
      ))}
      {report_id === undefined ? null : data?.roles ? (
        <Select
          {...named}
          error={roleError}
          data={data.roles}
          value={role ?? null}
          onChange={(chosen) => onChange({ ...draft, role: chosen ?? undefined })}
          allowDeselect={false}
          nothingFoundMessage={t('general.list.empty')}
        />
      ) : (
        <TextInput
          {...named}
          description={`${named.description} ${t('reports.management.embedded.roleUnchecked')}`}
          error={roleError}
          maxLength={128}
          value={role ?? ''}
          onChange={({ currentTarget }) => onChange({ ...draft, role: currentTarget.value })}
        />
      )}
    </>
  )
}
