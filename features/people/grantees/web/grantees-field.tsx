// The people and groups to whom a record is granted.
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PersonPicker, UserGroupPicker } from './grantee-pickers.tsx'
import classes from './people-list.module.css'

export type Grantees = {
  user_ids: { id: string; name: string; email: string }[]
  group_ids: { id: string; name: string; members: number }[]
}

/** For `wireOf` of a form: its draft holds people and groups with their names, because the form shows them; a call takes ids. */
export function withGranteeIds({ user_ids, group_ids, ...fields }: Record<string, unknown>): Record<string, unknown> {
  return {
    ...fields,
    ...(user_ids === undefined ? {} : { user_ids: idsOf(user_ids) }),
    ...(group_ids === undefined ? {} : { group_ids: idsOf(group_ids) }),
  }
}

const idsOf = (records: unknown) => (records as { id: string }[]).map(({ id }) => id)

type GranteesFieldProps = {
  grantees: Grantees
  onChange: (grantees: Partial<Grantees>) => void
  /** In place of “Grant to …”, where people and groups are chosen for something else. */
  groupLabel?: string
  personLabel?: string
}

/** The people and groups to whom a record is granted: search and add, or remove. Example: `<GranteesField grantees={values} onChange={set} />`. */
export function GranteesField({
  grantees: { user_ids, group_ids },
  onChange,
  groupLabel,
  personLabel,
}: GranteesFieldProps) {
  const { t } = useTranslation()
  return (
    <>
      <UserGroupPicker
        name="group_ids"
        label={groupLabel ?? t('people.groups.grantees.group')}
        placeholder={t('people.users.findGroup')}
        isMulti
        exclude={group_ids.map(({ id }) => id)}
        onPick={({ value, label, members }) =>
          onChange({ group_ids: [{ id: value, name: label, members }, ...group_ids] })
        }
      />
      <PersonPicker
        name="user_ids"
        label={personLabel ?? t('people.groups.grantees.person')}
        placeholder={t('people.groups.addMember')}
        isMulti
        exclude={user_ids.map(({ id }) => id)}
        onPick={({ value, label, email }) => onChange({ user_ids: [{ id: value, name: label, email }, ...user_ids] })}
      />
      <ul className={classes.people} aria-label={t('people.groups.grantees.list')}>
        {group_ids.map((group) => (
          <Grantee
            key={group.id}
            name={group.name}
            detail={t('people.groups.members', { count: group.members, shown: String(group.members) })}
            onRemove={() => onChange({ group_ids: group_ids.filter(({ id }) => id !== group.id) })}
          />
        ))}
        {user_ids.map((person) => (
          <Grantee
            key={person.id}
            name={person.name}
            detail={person.email}
            onRemove={() => onChange({ user_ids: user_ids.filter(({ id }) => id !== person.id) })}
          />
        ))}
      </ul>
    </>
  )
}

function Grantee({ name, detail, onRemove }: { name: string; detail: string; onRemove: () => void }) {
  const { t } = useTranslation()
  return (
    <li>
      <div className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.email}>{detail}</span>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('people.groups.grantees.remove', { name })}
        onClick={onRemove}
      >
        <IconX size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </li>
  )
}
