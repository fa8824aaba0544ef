import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Grantees, GranteesField, withGranteeIds } from '#features/people/grantees/web/exports.tsx'
import { Field } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage, useForm } from '#platform/web/pages/form-page.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { externalReportCalls } from '../contract.ts'
import { externalPath } from './external-path.ts'
import { externalPlace } from './external-place.ts'

const page = { ...externalPlace, wireOf: withGranteeIds } as const
const blank = { name: '', description: '', address: '', user_ids: [], group_ids: [] } as const

export const AddExternal = () => (
  <AddPage {...page} call={externalReportCalls.add} blank={blank}>
    <Fields />
  </AddPage>
)

export const EditExternal = () => (
  <EditPage
    {...page}
    read={externalReportCalls.read}
    update={externalReportCalls.update}
    draftOf={({ name, description, address, people, groups }) => ({
      name,
      description: description ?? '',
      address,
      user_ids: people,
      group_ids: groups,
    })}
    renderWays={({ id }) => <ExternalLink id={id} />}
  >
    <Fields />
  </EditPage>
)

function ExternalLink({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      component="a"
      href={externalPath(id)}
      leftSection={<IconExternalLink size={16} stroke={1.8} aria-hidden />}
    >
      {t('reports.external.open')}
    </Button>
  )
}

function Fields() {
  const { t } = useTranslation()
  const { values, set } = useForm()
  return (
    <>
      <FormSection title={t('reports.external.noun')} text={t('reports.external.section.whatText')}>
        <Field name="name" />
        <Field name="description" />
        <Field name="address" />
      </FormSection>
      <FormSection title={t('reports.external.section.who')} text={t('reports.external.section.whoText')}>
        <GranteesField grantees={values as Grantees} onChange={set} />
      </FormSection>
    </>
  )
}
