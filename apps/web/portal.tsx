// The providers around the routes, outermost first.
import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useMemo } from 'react'
import { type Arrive, ArrivalContext } from '#platform/web/session/arrival.ts'
import { MenuTitlesContext, menuTitles } from '#platform/web/routing/menu-titles.ts'
import { AddedBulkContext } from '#platform/web/pages/bulk/added-bulk.tsx'
import type { Caches } from '#platform/web/session/caches.ts'
import { CachesContext } from '#platform/web/session/use-session.ts'
import { colourSchemeManager } from '#platform/web/theme/colour-scheme.ts'
import { makeTheme, readNonce, resolveVariables } from '#platform/web/theme/theme.ts'
import { useActiveTheme } from '#platform/web/theme/active-theme.ts'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { Toasts } from '#platform/web/ui/toasts.tsx'
import { addedBulk, screens } from './features.ts'
import type { PortalRouter } from './router.tsx'

export type PortalProps = { caches: Caches; answers: QueryClient; router: PortalRouter; arrive: Arrive }

const titles = menuTitles(screens)

export function Portal({ caches, answers, router, arrive }: PortalProps) {
  const accent = useActiveTheme().color_button ?? undefined
  const theme = useMemo(() => makeTheme(accent), [accent])
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolveVariables}
        // All variables are made here: the same as a file would be 3 kB gzip before the first page.
        deduplicateCssVariables={false}
        colorSchemeManager={colourSchemeManager}
        defaultColorScheme="auto"
        getStyleNonce={readNonce}
      >
        <QueryClientProvider client={answers}>
          <CachesContext value={caches}>
            <ArrivalContext value={arrive}>
              <MenuTitlesContext value={titles}>
                <AddedBulkContext value={addedBulk}>
                  <ConfirmDialog>
                    <RouterProvider router={router} />
                  </ConfirmDialog>
                </AddedBulkContext>
              </MenuTitlesContext>
              <Toasts />
            </ArrivalContext>
          </CachesContext>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}
