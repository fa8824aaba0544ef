import { Pill } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { UserGroupPicker } from '#features/people/grantees/web/exports.tsx'

type Group = { id: string; name: string }
type UserGroupsProps = { groups: Group[]; error: string | undefined; onChange: (groups: Group[]) => void }

/** The input for the groups of a person, with a search to add and a button to remove. */
export function UserGroups({ groups, error, onChange }: UserGroupsProps) {
  const { t } = useTranslation()
  return (
    <>
      <UserGroupPicker
        name="group_ids"
        label={t('people.users.field.group_ids')}
        placeholder={t('people.users.findGroup')}
        error={error}
        isMulti
        exclude={groups.map(({ id }) => id)}
        onPick={({ value: id, label: name }) => onChange([...groups, { id, name }])}
      />
      {groups.length === 0 ? null : (
        <Pill.Group>
          {groups.map(({ id, name }) => (
            <Pill
              key={id}
              size="md"
              bg="var(--surface-hover)"
              c="var(--ink)"
              withRemoveButton
              removeButtonProps={{ 'aria-label': t('people.users.leaveGroup', { name }) }}
              onRemove={() => onChange(groups.filter((group) => group.id !== id))}
            >
              {name}
            </Pill>
          ))}
        </Pill.Group>
      )}
    </>
  )
}
