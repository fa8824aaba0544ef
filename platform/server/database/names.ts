// Names by language: what a person sees instead of the plain name. The SQL functions decide it; administrators see plain names.
import { type RawBuilder, sql } from 'kysely'

/** A sub-select, so that PostgreSQL evaluates the function once per statement. */
const language = sql`(select app.language())`

/** The name of `r`, a record with `name` and `names`, in the language of the session's person. */
export const displayedName = (r: string): RawBuilder<string> =>
  sql<string>`app.name_in(${sql.ref(`${r}.names`)}, ${sql.ref(`${r}.name`)}, ${language})`

/** The text that a search compares with: the name in the language of the session's person, and the plain name if it differs. */
export const searchedName = (r: string): RawBuilder<string> =>
  sql<string>`case when ${sql.ref(`${r}.names`)} ? ${language} then concat_ws(' ', ${displayedName(r)}, ${sql.ref(`${r}.name`)}) else ${sql.ref(`${r}.name`)} end`

/** The sort key of that name for a record with a stored `sort_name`. */
export const displayedSortName = (r: string): RawBuilder<string> =>
  sql<string>`app.sort_name_in(${sql.ref(`${r}.names`)}, ${sql.ref(`${r}.sort_name`)}, ${language})`

/** The sort key of that name for a record without a stored one. */
export const computedSortName = (r: string): RawBuilder<string> =>
  sql<string>`app.sort_name_in(${sql.ref(`${r}.names`)}, app.plain(${sql.ref(`${r}.name`)}), ${language})`

/** The text that a search compares with, for a record with a stored `sort_name`: the name as in `searchedName`, in plain text. */
export const searchedSortName = (r: string): RawBuilder<string> => {
  const stored = sql.ref(`${r}.sort_name`)
  return sql<string>`case when ${sql.ref(`${r}.names`)} ? ${language} then concat_ws(' ', ${displayedSortName(r)}, ${stored}) else ${stored} end`
}

/** The text of a column that has its texts by language in another one. */
export const displayedText = (texts: string, plain: string): RawBuilder<string | null> =>
  sql<string | null>`app.name_in(${sql.ref(texts)}, ${sql.ref(plain)}, ${language})`

/** The name for people of several languages: one text, or one for each language. For the values of notifications. */
export const nameInEach = (r: string): RawBuilder<NameInEach> =>
  sql<NameInEach>`app.name_in_each(${sql.ref(`${r}.names`)}, ${sql.ref(`${r}.name`)})`

export type NameInEach = string | { 'pt-BR': string; 'en-US': string; es: string; 'pt-PT': string }
