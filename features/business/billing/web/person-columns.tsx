import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import type { Column } from '#platform/web/ui/column.ts'
import type { listCountedPeople } from '../contract.ts'

type Person = ReceivedOf<typeof listCountedPeople>['data'][number]

/** The columns of the lists of counted people: name, e-mail, standing, first and last use. */
export function usePersonColumns<Row extends Person>() {
  const { t } = useTranslation()
  const { day } = useFormats()
  const dayOrDash = (value: string | null) => (value === null ? '–' : day(value))
  return [
    {
      key: 'name',
      title: t('business.billing.people.field.name'),
      sort: 'name',
      cell: ({ name }) => name || t('business.billing.people.erased'),
    },
    {
      key: 'email',
      title: t('business.billing.people.field.email'),
      width: '17.5rem',
      wideOnly: true,
      cell: ({ email }) => email ?? '–',
    },
    {
      key: 'standing',
      title: t('business.billing.people.field.standing'),
      width: '9rem',
      cell: ({ standing }) => t(`business.billing.people.standing.${standing}`),
    },
    {
      key: 'first_day',
      title: t('business.billing.people.field.first_day'),
      sort: 'first_day',
      width: '8rem',
      labelled: true,
      cell: ({ first_day }) => dayOrDash(first_day),
    },
    {
      key: 'last_day',
      title: t('business.billing.people.field.last_day'),
      sort: 'last_day',
      width: '8rem',
      labelled: true,
      cell: ({ last_day }) => dayOrDash(last_day),
    },
  ] satisfies [Column<Row>, Column<Row>, ...Column<Row>[]]
}
