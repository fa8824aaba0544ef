import { useTranslation } from 'react-i18next'
import { sendFile } from '#platform/web/client/send-file.ts'
import { ImageField } from '#platform/web/ui/image-field.tsx'
import { addThemeImage, type ImageField as ThemeImageField, themeWireNameOf } from '../contract.ts'
import type { ThemeFieldsProps } from './theme-fields-props.ts'

type ThemeImageProps = ThemeFieldsProps & { field: ThemeImageField }

/** The input for one image of the theme; without an own image, it displays the inherited one paler. */
export function ThemeImage({ field, draft, inherited, faults }: ThemeImageProps) {
  const { t } = useTranslation()
  const kind = themeWireNameOf(field)
  const image = inherited[field]
  return (
    <ImageField
      name={kind}
      label={t(`organisation.themes.field.${kind}`)}
      description={t(`organisation.themes.help.${kind}`)}
      value={draft.values[field]}
      fallback={image === null ? null : { image, text: t('organisation.themes.inherited') }}
      error={faults[kind]}
      onSend={async (file, options) => (await sendFile(addThemeImage, { kind }, file, options)).path}
      onChange={(path) => draft.set({ [field]: path })}
    />
  )
}
