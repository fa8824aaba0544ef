import { Button } from '@mantine/core'
import { IconId, IconUsersGroup } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Hideable } from '#catalogue/screens.ts'
import { Field } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage } from '#platform/web/pages/form-page.tsx'
import { PathLink } from '#platform/web/routing/path.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { HiddenScreens, MainDomain, ToDomains } from '#features/organisation/tenants/web/exports.tsx'
import { partnerCalls } from '../contract.ts'
import { partnerPlace } from './partner-place.ts'

const blank = { name: '', subdomain: '', enabled: true, hidden_menu: [] }

export const AddPartner = () => (
  <AddPage call={partnerCalls.add} {...partnerPlace} blank={blank}>
    <Fields />
  </AddPage>
)

export const EditPartner = () => (
  <EditPage
    read={partnerCalls.read}
    update={partnerCalls.update}
    {...partnerPlace}
    renderAside={({ domain }) => <MainDomain host={domain} />}
    renderWays={({ id }) => (
      <>
        <ToTeam id={id} />
        <ToLegalData id={id} />
        <ToDomains filter={`parceiro_id=${id}`} />
      </>
    )}
  >
    <Fields />
  </EditPage>
)

/** Links to the team of the partner: without a team member nobody can sign in at the partner. */
function ToTeam({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      renderRoot={(link) => <PathLink to={`/team?parceiro_id=${id}`} {...link} />}
      leftSection={<IconUsersGroup size={16} stroke={1.8} aria-hidden />}
    >
      {t('organisation.partners.toTeam')}
    </Button>
  )
}

function ToLegalData({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      renderRoot={(link) => <PathLink to={`/registration?parceiro_id=${id}`} {...link} />}
      leftSection={<IconId size={16} stroke={1.8} aria-hidden />}
    >
      {t('business.legalData.title')}
    </Button>
  )
}

function Fields() {
  const { t } = useTranslation()
  return (
    <>
      <FormSection title={t('organisation.partners.section.what')} text={t('organisation.partners.section.whatText')}>
        <Field name="name" />
        <Field name="subdomain" />
      </FormSection>
      <FormSection
        title={t('organisation.partners.field.hidden_menu')}
        text={t('organisation.partners.section.hiddenText')}
      >
        <Field name="hidden_menu">{(input) => <HiddenScreens {...input} value={input.value as Hideable[]} />}</Field>
      </FormSection>
      <FormSection title={t('organisation.partners.section.state')} text={t('organisation.partners.section.stateText')}>
        <Field name="enabled" />
      </FormSection>
    </>
  )
}
