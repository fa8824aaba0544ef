// The theme of a business unit or partner: fields at the left, a preview at the right, or below them in a narrow window. Next: theme-colours.tsx, theme-images.tsx (the
// fields), theme-preview.tsx (the preview).
import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { parseColour } from '#platform/contract/colour.ts'
import { useRecord } from '#platform/web/client/use-record.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { useGoBack } from '#platform/web/routing/path.tsx'
import { useCaches, useSession } from '#platform/web/session/use-session.ts'
import { applyTheme } from '#platform/web/theme/active-theme.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormLayout, FormSection, FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { type Draft, useDraft } from '#platform/web/ui/use-draft.ts'
import {
  over,
  plain,
  readTheme,
  type ThemeField,
  themeFields,
  themeWireNameOf,
  themeWireNames,
  updateTheme,
  type ThemeValues,
} from '../contract.ts'
import { ThemeColours } from './theme-colours.tsx'
import type { ThemeFieldsProps } from './theme-fields-props.ts'
import { ThemeImage } from './theme-images.tsx'
import { ThemePreview } from './theme-preview.tsx'
import classes from './theme-form.module.css'

export function ThemeForm() {
  const { t } = useTranslation()
  const isUnit = useSession().tenantId !== null
  const { record, failure, reload, round } = useRecord(readTheme, {})
  if (failure) return <FailedState failure={failure} onRetry={reload} />
  return (
    <>
      <PageHeader
        title={t('organisation.themes.title')}
        text={t(isUnit ? 'organisation.themes.purpose' : 'organisation.themes.purposeOfPartner')}
      />
      {record ? <Editor key={round} record={record} onReload={reload} /> : <FormSkeleton sections={3} />}
    </>
  )
}

type EditorProps = { record: ReceivedOf<typeof readTheme>; onReload: () => void }

function Editor({ record: { own, inherited, version, can }, onReload }: EditorProps) {
  const { t } = useTranslation()
  const caches = useCaches()
  const draft = useDraft<ThemeValues>(own)
  // The theme that the portal applies after saving.
  const effective = over(draft.values, inherited)
  const label = (field: string) => t(`organisation.themes.field.${themeWireNameOf(field as ThemeField)}`)
  const submission = useSubmit(updateTheme, {
    values: draft.values,
    wireNames: themeWireNames,
    check: wrongColours,
    label,
    onDone: () => {
      // Applies the theme in this tab and in the other tabs, without a reload.
      caches.writeTheme(effective)
      applyTheme(effective)
      toastDone()
      onReload()
    },
  })
  return (
    <div className={classes.room}>
      <div className={classes.page}>
        <FormLayout
          submission={submission}
          changed={draft.changed.map(label)}
          action={t('general.action.save')}
          editable={can.includes('update')}
          onSubmit={() => submission.submit({ version, ...draft.changes })}
          onCancel={useGoBack('/')}
          onReload={onReload}
        >
          <Fields draft={draft} inherited={inherited} faults={submission.faults} effective={effective} />
          <StartOver draft={draft} />
        </FormLayout>
        <div className={classes.preview}>
          <ThemePreview theme={effective} />
        </div>
      </div>
    </div>
  )
}

/** The colours that are none, by wire name. */
const wrongColours = (input: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(input).flatMap(([field, value]) =>
      field.startsWith('color_') && typeof value === 'string' && parseColour(value) === null
        ? [[themeWireNameOf(field as ThemeField), 'colour' as const]]
        : [],
    ),
  )

function Fields(props: ThemeFieldsProps) {
  const { t } = useTranslation()
  const { draft, inherited, faults } = props
  return (
    <>
      <FormSection
        title={t('organisation.themes.section.identity')}
        text={t('organisation.themes.section.identityText')}
      >
        <TextInput
          name="title_page"
          label={t('organisation.themes.field.title_page')}
          description={t('organisation.themes.help.title_page')}
          placeholder={inherited.title_page ?? 'Vitrine'}
          error={faults['title_page']}
          maxLength={60}
          value={draft.values.title_page ?? ''}
          onChange={({ currentTarget: { value } }) => draft.set({ title_page: value === '' ? null : value })}
        />
        <ThemeImage field="logo" {...props} />
        <ThemeImage field="favicon" {...props} />
        <ThemeImage field="icon_report" {...props} />
      </FormSection>
      <FormSection title={t('organisation.themes.section.page')} text={t('organisation.themes.section.pageText')}>
        <ThemeColours fields={['color_background', 'color_card', 'color_font', 'color_button']} {...props} />
      </FormSection>
      <FormSection title={t('organisation.themes.section.menu')} text={t('organisation.themes.section.menuText')}>
        <ThemeColours fields={['color_active_item', 'color_group', 'color_subgroup', 'color_icon']} {...props} />
      </FormSection>
      <FormSection title={t('organisation.themes.section.signIn')} text={t('organisation.themes.section.signInText')}>
        <ThemeImage field="background_image" {...props} />
        <ThemeColours fields={['color_login_background', 'color_login_button', 'color_forgot_password']} {...props} />
      </FormSection>
    </>
  )
}

/** Resets everything to the inherited theme; saved like any other change. */
function StartOver({ draft: { values, set } }: { draft: Draft<ThemeValues> }) {
  const { t } = useTranslation()
  const isPlain = themeFields.every((field) => values[field] === null)
  return (
    <div>
      <Button variant="default" disabled={isPlain} onClick={() => set(plain)}>
        {t('organisation.themes.startOver')}
      </Button>
    </div>
  )
}
