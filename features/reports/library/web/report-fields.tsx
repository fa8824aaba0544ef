// The fields that adding and changing a report share: name, description, tags and display settings.
import { Anchor, Input, SegmentedControl, Switch, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ByLanguage } from '#catalogue/languages.ts'
import { reportRefreshSeconds } from '#catalogue/limits.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { sendFile } from '#platform/web/client/send-file.ts'
import { ByLanguageField } from '#platform/web/ui/by-language-field.tsx'
import { Cover } from '#platform/web/ui/cover.tsx'
import { FormSection, OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { ImageField } from '#platform/web/ui/image-field.tsx'
import { NumberField } from '#platform/web/ui/number-field.tsx'
import { useCan } from '#platform/web/session/use-session.ts'
import type { ShownTag } from '#features/reports/tags/contract.ts'
import { TagPicker } from '#features/reports/tags/web/exports.tsx'
import { type Orientation, addReportCover, orientations } from '../contract.ts'
import { SubgroupSelect } from '#features/reports/subgroups/web/exports.tsx'
import classes from './report-fields.module.css'

export type Described = {
  name: string
  names: ByLanguage
  description: string
  subgroup_id: string | null
  tags: ShownTag[]
  cover: string | null
}

const switches = [
  'show_page_navigation',
  'show_filter_pane',
  'show_toolbar',
  'show_visual_headers',
  'show_hidden_pages',
  'show_last_update',
  'show_on_app',
  'show_mobile_background',
  'allow_comments',
  'allow_edit',
  'export',
] as const

export type DisplayFields = Record<(typeof switches)[number] | 'hidden' | 'show_on_catalog', boolean> & {
  catalog_description: string
  catalog_descriptions: ByLanguage
  orientation: Orientation
  recommended_resolution: string
  refresh_seconds: number | null
}

type Faults = Readonly<Record<string, string>>
type FieldsProps<Values> = { values: Values; faults: Faults; onChange: (part: Partial<Values>) => void }

export function WhatFields({ values, faults, onChange }: FieldsProps<Described>) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('reports.library.section.what')} text={t('reports.library.section.whatText')}>
      <TextInput
        name="name"
        label={t('reports.library.field.name')}
        error={faults['name']}
        maxLength={120}
        value={values.name}
        onChange={({ currentTarget: { value } }) => onChange({ name: value })}
      />
      <ByLanguageField
        name="names"
        label={t('reports.library.field.name')}
        plain={values.name}
        error={faults['names']}
        max={120}
        value={values.names}
        onChange={(names) => onChange({ names })}
      />
      <Textarea
        name="description"
        label={<OptionalLabel>{t('reports.library.field.description')}</OptionalLabel>}
        error={faults['description']}
        maxLength={500}
        autosize
        minRows={2}
        value={values.description}
        onChange={({ currentTarget: { value } }) => onChange({ description: value })}
      />
      <SubgroupSelect
        none={<NoPlaces />}
        value={values.subgroup_id}
        error={faults['subgroup_id']}
        onChange={(subgroup_id) => onChange({ subgroup_id })}
      />
      <ImageField
        name="cover"
        label={t('reports.library.field.cover')}
        description={t('reports.library.help.cover')}
        value={values.cover}
        error={faults['cover']}
        onSend={async (file, options) => (await sendFile(addReportCover, { kind: 'cover' }, file, options)).path}
        onChange={(cover) => onChange({ cover })}
      />
      <Face name={values.name} cover={values.cover} />
    </FormSection>
  )
}

/** The field for tags, by which a report is found across groups. */
export function TagFields({ values, faults, onChange }: FieldsProps<Pick<Described, 'tags'>>) {
  const { t } = useTranslation()
  if (!useCan('tag.read')) return null
  return (
    <FormSection title={t('reports.tags.title')} text={t('reports.library.section.tagsText')}>
      <TagPicker
        id="tag_ids"
        label={<OptionalLabel>{t('reports.library.field.tag_ids')}</OptionalLabel>}
        description={
          <Anchor component={PathLink} to="/tags" inherit underline="always">
            {t('reports.library.manageTags')}
          </Anchor>
        }
        error={faults['tag_ids']}
        value={values.tags}
        onChange={(tags) => onChange({ tags })}
      />
    </FormSection>
  )
}

/** A preview of the report's card on the home page. */
function Face({ name, cover }: { name: string; cover: string | null }) {
  const { t } = useTranslation()
  if (name.trim() === '') return null
  return (
    <div className={classes.face}>
      <div className={classes.cover}>
        <Cover name={name.trim()} image={cover} />
      </div>
      <p className={classes.text}>
        {t(cover === null ? 'reports.library.help.drawnCover' : 'reports.library.help.ownCover')}
      </p>
    </div>
  )
}

/** A link to the report groups, shown while there is no subgroup for a report. */
function NoPlaces() {
  const { t } = useTranslation()
  return (
    <>
      {t('reports.library.places.none')}{' '}
      <Anchor component={PathLink} to="/reports" inherit underline="always">
        {t('reports.library.places.manage')}
      </Anchor>
    </>
  )
}

export function DisplayFieldsSection({ values, faults, onChange }: FieldsProps<DisplayFields>) {
  const { t } = useTranslation()
  const { number } = useFormats()
  return (
    <FormSection title={t('reports.library.section.look')} text={t('reports.library.section.lookText')}>
      {switches.map((field) => (
        <Switch
          key={field}
          name={field}
          label={t(`reports.library.field.${field}`)}
          description={t(`reports.library.help.${field}`)}
          checked={values[field]}
          onChange={({ currentTarget: { checked } }) => onChange({ [field]: checked })}
        />
      ))}
      <Input.Wrapper label={t('reports.library.field.orientation')} labelElement="div">
        <div>
          <SegmentedControl
            aria-label={t('reports.library.field.orientation')}
            value={values.orientation}
            onChange={(orientation) => onChange({ orientation })}
            data={orientations.map((value) => ({ value, label: t(`reports.library.orientations.${value}`) }))}
          />
          <Input.Description mt={4}>{t(`reports.library.orientationHelp.${values.orientation}`)}</Input.Description>
        </div>
      </Input.Wrapper>
      <TextInput
        name="recommended_resolution"
        label={<OptionalLabel>{t('reports.library.field.recommended_resolution')}</OptionalLabel>}
        description={t('reports.library.help.recommended_resolution')}
        error={faults['recommended_resolution']}
        maxLength={11}
        maw="26rem"
        value={values.recommended_resolution}
        onChange={({ currentTarget: { value } }) => onChange({ recommended_resolution: value })}
      />
      <NumberField
        whole
        name="refresh_seconds"
        label={<OptionalLabel>{t('reports.library.field.refresh_seconds')}</OptionalLabel>}
        description={t('reports.library.help.refresh_seconds', {
          min: number(reportRefreshSeconds.min),
          max: number(reportRefreshSeconds.max),
        })}
        error={faults['refresh_seconds']}
        maw="26rem"
        value={values.refresh_seconds}
        onChange={(refresh_seconds) => onChange({ refresh_seconds })}
      />
      <Switch
        name="show_on_catalog"
        label={t('reports.library.field.show_on_catalog')}
        description={t('reports.library.help.show_on_catalog')}
        checked={values.show_on_catalog}
        onChange={({ currentTarget: { checked } }) => onChange({ show_on_catalog: checked })}
      />
      {values.show_on_catalog ? (
        <>
          <Textarea
            name="catalog_description"
            label={<OptionalLabel>{t('reports.library.field.catalog_description')}</OptionalLabel>}
            description={t('reports.library.help.catalog_description')}
            error={faults['catalog_description']}
            maxLength={1000}
            autosize
            minRows={2}
            value={values.catalog_description}
            onChange={({ currentTarget: { value } }) => onChange({ catalog_description: value })}
          />
          <ByLanguageField
            long
            name="catalog_descriptions"
            label={t('reports.library.field.catalog_description')}
            plain={values.catalog_description}
            error={faults['catalog_descriptions']}
            max={1000}
            value={values.catalog_descriptions}
            onChange={(catalog_descriptions) => onChange({ catalog_descriptions })}
          />
        </>
      ) : null}
      <Switch
        name="hidden"
        label={t('reports.library.field.hidden')}
        description={t('reports.library.help.hidden')}
        checked={values.hidden}
        onChange={({ currentTarget: { checked } }) => onChange({ hidden: checked })}
      />
    </FormSection>
  )
}
