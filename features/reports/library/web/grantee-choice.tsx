// The people and user groups of a grant that is given to several reports at once: search and add, or remove.
import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PersonPicker, UserGroupPicker } from '#features/people/grantees/web/exports.tsx'
import classes from './report-import.module.css'

export type Grantee = { user_id: string | null; group_id: string | null; name: string }

/** Groups that were granted reports last, which one click adds. */
export type OfferedGroup = { id: string; name: string }

type GranteeChoiceProps = {
  grantees: readonly Grantee[]
  offered?: readonly OfferedGroup[]
  onChange: (grantees: Grantee[]) => void
}

export function GranteeChoice({ grantees, offered = [], onChange }: GranteeChoiceProps) {
  const { t } = useTranslation()
  const exclude = grantees.map(({ user_id, group_id }) => user_id ?? group_id ?? '')
  const add = (grantee: Grantee) => onChange([...grantees, grantee])
  const left = offered.filter(({ id }) => !exclude.includes(id))
  return (
    <>
      {left.length === 0 ? null : (
        <Group gap="xs">
          <span className={classes.quiet}>{t('reports.library.import.lastGroups')}</span>
          {left.map(({ id, name }) => (
            <Button
              key={id}
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => add({ user_id: null, group_id: id, name })}
            >
              {name}
            </Button>
          ))}
        </Group>
      )}
      <div className={classes.pickers}>
        <UserGroupPicker
          name="grants"
          label={t('reports.access.pick.group')}
          placeholder={t('reports.access.pick.groupSearch')}
          exclude={exclude}
          onPick={({ value, label }) => add({ user_id: null, group_id: value, name: label })}
        />
        <PersonPicker
          label={t('reports.access.pick.person')}
          placeholder={t('reports.access.pick.personSearch')}
          exclude={exclude}
          onPick={({ value, label }) => add({ user_id: value, group_id: null, name: label })}
        />
      </div>
      {grantees.length === 0 ? null : (
        <Group gap="xs">
          {grantees.map((grantee) => (
            <Button
              key={grantee.user_id ?? grantee.group_id}
              size="xs"
              variant="light"
              aria-label={t('reports.access.remove', { name: grantee.name })}
              onClick={() => onChange(grantees.filter((each) => each !== grantee))}
            >
              {grantee.name} ×
            </Button>
          ))}
        </Group>
      )}
    </>
  )
}
