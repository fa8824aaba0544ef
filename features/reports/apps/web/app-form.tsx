import { Button, NativeSelect } from '@mantine/core'
import { IconExternalLink, IconLockAccess, IconUserSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Grantees, GranteesField, withGranteeIds } from '#features/people/grantees/web/exports.tsx'
import { Field } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage, useForm } from '#platform/web/pages/form-page.tsx'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useCan, useSession } from '#platform/web/session/use-session.ts'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { appCalls, appColors, appIcons, type AppSection } from '../contract.ts'
import { MissingAccessNote } from './app-missing-access.tsx'
import { AppMark } from './app-mark.tsx'
import { appPlace } from './app-place.ts'
import { AppSections } from './app-sections.tsx'
import classes from './app-form.module.css'

const page = { ...appPlace, wireOf: withGranteeIds } as const
const blank = {
  name: '',
  description: '',
  icon: 'apps',
  color: 'teal',
  user_ids: [],
  group_ids: [],
} as const

export function AddApp() {
  // A first section, so that items can be added at once.
  const [begun] = useState(() => ({ ...blank, sections: [{ id: crypto.randomUUID(), title: '', items: [] }] }))
  return (
    <AddPage
      {...page}
      call={appCalls.add}
      blank={begun}
      // The next step is to give access, or to see it as its readers do.
      leadsTo={({ id }) => `${appPlace.path}/${id}`}
    >
      <Fields names={{}} />
    </AddPage>
  )
}

export const EditApp = () => (
  <EditPage
    {...page}
    read={appCalls.read}
    update={appCalls.update}
    draftOf={({ name, description, icon, color, sections, people, groups }) => ({
      name,
      description: description ?? '',
      icon,
      color,
      sections,
      user_ids: people,
      group_ids: groups,
    })}
    renderWays={({ id, people, groups }) => <AppLinks id={id} hasGrants={people.length + groups.length > 0} />}
  >
    {({ id, contents }) => <Fields id={id} names={contents} />}
  </EditPage>
)

/** The next steps of a stored app. */
function AppLinks({ id, hasGrants }: { id: string; hasGrants: boolean }) {
  const { t } = useTranslation()
  const mayGrant = useCan('report.grant')
  // Nobody sees a preview as a third person in remote access.
  const mayPreview = useSession().remoteAccess === null && mayGrant
  return (
    <>
      {hasGrants ? null : (
        <Button
          leftSection={<IconLockAccess size={16} stroke={1.8} aria-hidden />}
          onClick={() => document.getElementById('group_ids')?.focus()}
        >
          {t('reports.library.giveAccess')}
        </Button>
      )}
      {mayPreview && hasGrants ? (
        <Button
          variant="default"
          renderRoot={(props) => <PathLink to={`/${id}/apps/view?as=reader`} {...props} />}
          leftSection={<IconUserSearch size={16} stroke={1.8} aria-hidden />}
        >
          {t('reports.library.seeAsReader')}
        </Button>
      ) : null}
      <Button
        variant="default"
        renderRoot={(props) => <PathLink to={`/${id}/apps/view`} {...props} />}
        leftSection={<IconExternalLink size={16} stroke={1.8} aria-hidden />}
      >
        {t('reports.apps.open')}
      </Button>
    </>
  )
}

type FieldsProps = {
  /** Absent for a new app. */
  id?: string
  names: Record<string, string>
}

function Fields({ id, names }: FieldsProps) {
  const { t } = useTranslation()
  const { values, set } = useForm()
  const mayGrant = useCan('report.grant')
  const icon = appIcons.find((each) => each === values['icon']) ?? 'apps'
  const color = appColors.find((each) => each === values['color']) ?? 'teal'
  return (
    <>
      <FormSection title={t('reports.apps.noun')} text={t('reports.apps.section.whatText')}>
        <Field name="name" />
        <Field name="description" />
        <div className={classes.look}>
          <AppMark icon={icon} color={color} size={48} />
          <NativeSelect
            name="icon"
            label={t('reports.apps.field.icon')}
            data={appIcons.map((value) => ({ value, label: t(`reports.apps.choice.icon.${value}`) }))}
            value={icon}
            onChange={({ currentTarget: { value } }) => set({ icon: value })}
          />
          <NativeSelect
            name="color"
            label={t('reports.apps.field.color')}
            data={appColors.map((value) => ({ value, label: t(`reports.apps.choice.color.${value}`) }))}
            value={color}
            onChange={({ currentTarget: { value } }) => set({ color: value })}
          />
        </div>
      </FormSection>
      <FormSection title={t('reports.apps.field.sections')} text={t('reports.apps.section.sectionsText')}>
        <Field name="sections">
          {({ value, error, onChange }) => (
            <AppSections sections={value as AppSection[]} names={names} error={error} onChange={onChange} />
          )}
        </Field>
      </FormSection>
      <FormSection title={t('reports.apps.section.who')} text={t('reports.apps.section.whoText')}>
        <GranteesField grantees={values as Grantees} onChange={set} />
        {id === undefined || !mayGrant ? null : <MissingAccessNote id={id} />}
      </FormSection>
    </>
  )
}
