import { useTranslation } from 'react-i18next'
import { Field } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage } from '#platform/web/pages/form-page.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { addUserGroup, readUserGroup, updateUserGroup } from '../contract.ts'
import { userGroupPlace } from './group-place.ts'
import { GroupMembers, type Member } from './group-members.tsx'

const page = { ...userGroupPlace, wireOf: withMemberIds } as const

export function AddUserGroup() {
  return (
    <AddPage {...page} call={addUserGroup} blank={{ name: '', description: '', member_ids: [] }}>
      <Fields />
    </AddPage>
  )
}

export function EditUserGroup() {
  return (
    <EditPage
      {...page}
      read={readUserGroup}
      update={updateUserGroup}
      draftOf={({ name, description, members }) => ({ name, description: description ?? '', member_ids: members })}
    >
      <Fields />
    </EditPage>
  )
}

/** Replaces members by their ids: the draft contains their names, because the form displays them. */
function withMemberIds({ member_ids, ...fields }: Record<string, unknown>): Record<string, unknown> {
  return member_ids === undefined ? fields : { ...fields, member_ids: (member_ids as Member[]).map(({ id }) => id) }
}

function Fields() {
  const { t } = useTranslation()
  return (
    <>
      <FormSection title={t('people.groups.section.what')} text={t('people.groups.section.whatText')}>
        <Field name="name" />
        <Field name="description" />
      </FormSection>
      <FormSection title={t('people.groups.section.who')} text={t('people.groups.section.whoText')}>
        <Field name="member_ids">
          {({ value, error, onChange }) => (
            <GroupMembers members={value as Member[]} error={error} onChange={onChange} />
          )}
        </Field>
      </FormSection>
    </>
  )
}
