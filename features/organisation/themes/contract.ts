// Themes: title, images and colours of a business unit, or of a partner for all its business units. A null field is inherited: from the
// partner, then from the product.
// platform/web/theme/theme-tokens.ts applies the colours. Next: server/routes.ts, server/queries.ts (by host).
import { z } from 'zod'
import { optionalText } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { hexOf } from '#platform/contract/colour.ts'
import { can } from '#platform/contract/list.ts'
import { renamed } from '#platform/contract/wire.ts'

/** The colours of a theme, in the order of the form. */
const colourFields = [
  'color_background',
  'color_card',
  'color_font',
  'color_button',
  'color_active_item',
  'color_group',
  'color_subgroup',
  'color_icon',
  'color_login_background',
  'color_login_button',
  'color_forgot_password',
] as const

export const imageFields = ['favicon', 'logo', 'background_image', 'icon_report'] as const
export type ImageField = (typeof imageFields)[number]

export const themeFields = ['title_page', ...imageFields, ...colourFields] as const
export type ThemeField = (typeof themeFields)[number]

/** A colour, stored as exactly six hexadecimal digits, because the value is inserted into CSS. */
const colour = () =>
  z
    .string()
    .max(40)
    .trim()
    .toLowerCase()
    .overwrite(hexOf)
    .regex(/^#[\da-f]{6}$/)
    .nullable()

/** URL path of a file that `addThemeImage` returned. */
const image = () =>
  z
    .string()
    .regex(/^\/storage\/public\/[\da-f-]{36}\/[\w-]{22}\.(?:png|webp)$/)
    .nullable()

const fields = {
  title_page: optionalText(60),
  favicon: image(),
  logo: image(),
  background_image: image(),
  icon_report: image(),
  color_background: colour(),
  color_card: colour(),
  color_font: colour(),
  color_button: colour(),
  color_active_item: colour(),
  color_group: colour(),
  color_subgroup: colour(),
  color_icon: colour(),
  color_login_background: colour(),
  color_login_button: colour(),
  color_forgot_password: colour(),
} satisfies Record<ThemeField, z.ZodType>

/** The specification's name of the report icon. */
export const themeWireNames = { icon_report: 'iconReport' } as const

export const themeWireNameOf = <Field extends ThemeField>(field: Field) =>
  (field === 'icon_report' ? themeWireNames.icon_report : field) as Exclude<Field, 'icon_report'> | 'iconReport'

/** The effective theme of a page: own fields, then inherited ones; null means the product's default. */
export const themeValues = renamed(fields, themeWireNames)
export type ThemeValues = z.output<typeof themeValues>

const each = <Value>(valueOf: (field: ThemeField) => Value) =>
  Object.fromEntries(themeFields.map((field) => [field, valueOf(field)])) as Record<ThemeField, Value>

/** The product's default theme: every field is null. */
export const plain: ThemeValues = each(() => null)

/** Merges two themes: own fields take precedence over inherited ones. */
export const over = (own: ThemeValues, inherited: ThemeValues): ThemeValues =>
  each((field) => own[field] ?? inherited[field])

export const readTheme = call({
  method: 'GET',
  path: 'auth/themes/get',
  summary: 'The theme of the business unit, or of the partner at its own host, and the inherited values.',
  access: 'theme.read',
  does: 'read',
  input: z.object({}),
  answers: z.object({
    own: themeValues,
    /** The values that replace null fields of `own`. */
    inherited: themeValues,
    /** Version of the theme; 0 before the first change. */
    version: z.number().int(),
    can,
  }),
})

export const updateTheme = call({
  method: 'PUT',
  path: 'auth/themes/update',
  summary: 'Changes the theme; absent fields stay unchanged, null inherits.',
  access: 'theme.update',
  does: 'write',
  audit: 'theme.updated',
  input: renamed(
    { ...z.object(fields).partial().shape, version: z.number().int().min(0).max(2_147_483_647) },
    themeWireNames,
  ),
  answers: z.object({ status: z.literal(true), version: z.number().int() }),
})

/** The kinds of image by wire name. */
const imageKinds = imageFields.map((field) => themeWireNameOf(field))
export type ImageKind = (typeof imageKinds)[number]

export const imageFieldOf = (kind: ImageKind): ImageField =>
  kind === themeWireNames.icon_report ? 'icon_report' : kind

export const addThemeImage = call({
  method: 'POST',
  path: 'auth/themes/image/add',
  summary:
    'Uploads an image (multipart/form-data: kind, then the file) and returns its path, which the theme may then use.',
  access: 'theme.update',
  does: 'outside',
  audit: 'theme.image_added',
  input: z.object({ kind: z.enum(imageKinds) }),
  answers: z.object({ status: z.literal(true), path: z.string() }),
})
