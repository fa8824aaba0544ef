import { Group, Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Field, type FieldInput } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage } from '#platform/web/pages/form-page.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { tagCalls, tagColors } from '../contract.ts'
import { TagChip } from './tag-chip.tsx'
import { tagPlace } from './tag-place.ts'

export const AddTag = () => (
  <AddPage call={tagCalls.add} {...tagPlace} blank={{ name: '', color: 'blue' }}>
    <Fields />
  </AddPage>
)

export const EditTag = () => (
  <EditPage read={tagCalls.read} update={tagCalls.update} {...tagPlace}>
    <Fields />
  </EditPage>
)

function Fields() {
  const { t } = useTranslation()
  return (
    <FormSection title={t('reports.tags.noun')} text={t('reports.tags.section.whatText')}>
      <Field name="name" />
      <Field name="color">{(input) => <Colors {...input} />}</Field>
    </FormSection>
  )
}

/** A choice of colours. Each shows its name, because colour alone is not accessible. */
function Colors({ value, onChange, ...field }: FieldInput) {
  const { t } = useTranslation()
  return (
    <Radio.Group {...field} value={String(value)} onChange={onChange}>
      <Group mt="xs">
        {tagColors.map((color) => (
          <Radio
            key={color}
            value={color}
            label={<TagChip tag={{ name: t(`reports.tags.choice.color.${color}`), color }} />}
          />
        ))}
      </Group>
    </Radio.Group>
  )
}
