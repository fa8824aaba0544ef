import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { peopleListClasses as classes, PersonPicker } from '#features/people/grantees/web/exports.tsx'

export type Member = { id: string; name: string; email: string }

type GroupMembersProps = { members: Member[]; error: string | undefined; onChange: (members: Member[]) => void }

/** The input for the people of a group, with a search to add and a button to remove. */
export function GroupMembers({ members, error, onChange }: GroupMembersProps) {
  const { t } = useTranslation()
  return (
    <>
      <PersonPicker
        name="member_ids"
        label={t('people.groups.field.member_ids')}
        placeholder={t('people.groups.addMember')}
        error={error}
        isMulti
        exclude={members.map(({ id }) => id)}
        onPick={(person) => onChange([{ id: person.value, name: person.label, email: person.email }, ...members])}
      />
      <ul className={classes.people} aria-label={t('people.groups.field.member_ids')}>
        {members.map(({ id, name, email }) => (
          <li key={id}>
            <div className={classes.words}>
              <span className={classes.name}>{name}</span>
              <span className={classes.email}>{email}</span>
            </div>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('people.groups.removeMember', { name })}
              onClick={() => onChange(members.filter((member) => member.id !== id))}
            >
              <IconX size={16} stroke={1.8} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </>
  )
}
