// Bulk actions that a feature adds to the list of another, which knows nothing of it. The features name them in web/routes.ts.
import type { ParseKeys } from 'i18next'
import { type ComponentType, createContext, Suspense, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '#catalogue/access.ts'
import type { PageKey } from '../../session/caches.ts'
import { useSession } from '../../session/use-session.ts'
import type { Listed } from '../listed-record.ts'
import type { BulkDialog } from './use-bulk.ts'

export type AddedDialogProps = { records: readonly { id: string; name: string }[]; onClose: () => void }

export type AddedBulk = {
  /** The list. */
  pageKey: PageKey
  key: string
  permission: Permission
  label: ParseKeys
  icon: BulkDialog<Listed>['icon']
  /** Lazy: the dialog is not part of the list. */
  Dialog: ComponentType<AddedDialogProps>
}

export const AddedBulkContext = createContext<readonly AddedBulk[]>([])

export function useAddedBulk(pageKey: PageKey): BulkDialog<Listed>[] {
  const { t } = useTranslation()
  const { can } = useSession()
  return useContext(AddedBulkContext)
    .filter((added) => added.pageKey === pageKey && can.has(added.permission))
    .map(({ key, label, icon, Dialog }) => ({
      key,
      label: t(label),
      icon,
      allows: () => true,
      renderDialog: ({ rows, close }) => (
        <Suspense key={key} fallback={null}>
          <Dialog records={rows.map(({ id, name = '' }) => ({ id, name }))} onClose={close} />
        </Suspense>
      ),
    }))
}
