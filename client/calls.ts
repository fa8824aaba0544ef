// Written by tools/generate-client.ts from the contracts: run `npm run build:client`.
import type { FileMethod, Method, UploadMethod } from './result.ts'

/** Method, path and kind of each call. */
export const calls = {
  access: {
    add: ['POST', '/api/auth/report/access/add', 'json'],
    explain: ['GET', '/api/auth/report/access/explain', 'json'],
    listGrantPages: ['GET', '/api/auth/report/access/pages', 'json'],
    listGrantRoles: ['GET', '/api/auth/report/access/roles', 'json'],
    listPersonPermissions: ['GET', '/api/auth/report/access/person/all', 'json'],
    listReaders: ['GET', '/api/auth/report/access/readers', 'json'],
    read: ['GET', '/api/auth/report/access/get', 'json'],
    removePersonPermission: ['DELETE', '/api/auth/report/access/person/delete', 'json'],
    suggestGrantRoles: ['GET', '/api/auth/report/access/roles/suggested', 'json'],
    update: ['PUT', '/api/auth/report/access/update', 'json'],
  },
  apps: {
    list: ['GET', '/api/auth/apps/all', 'json'],
    select: ['GET', '/api/auth/apps/all/select', 'json'],
    read: ['GET', '/api/auth/apps/get', 'json'],
    listAppPages: ['GET', '/api/auth/apps/report/pages', 'json'],
    preview: ['GET', '/api/auth/apps/preview', 'json'],
    readMissingAccess: ['GET', '/api/auth/apps/missing_access', 'json'],
    selectAppContents: ['GET', '/api/auth/apps/contents/select', 'json'],
  },
  audit: {
    list: ['GET', '/api/auth/audit/all', 'json'],
    read: ['GET', '/api/auth/audit/get', 'json'],
  },
  catalogs: {
    denyRequest: ['POST', '/api/auth/catalogs/request/deny', 'json'],
    grantRequest: ['POST', '/api/auth/catalogs/request/grant', 'json'],
    listRequests: ['GET', '/api/auth/catalogs/request/all', 'json'],
    readRequest: ['GET', '/api/auth/catalogs/request/get', 'json'],
  },
  customFields: {
    list: ['GET', '/api/auth/custom_fields/all', 'json'],
    select: ['GET', '/api/auth/custom_fields/all/select', 'json'],
    read: ['GET', '/api/auth/custom_fields/get', 'json'],
    add: ['POST', '/api/auth/custom_fields/add', 'json'],
    update: ['PUT', '/api/auth/custom_fields/update', 'json'],
    remove: ['DELETE', '/api/auth/custom_fields/delete', 'json'],
    listFieldDefinitions: ['GET', '/api/auth/custom_fields/asked', 'json'],
  },
  datasets: {
    list: ['GET', '/api/auth/powerbi/datasets/all', 'json'],
    listRefreshes: ['GET', '/api/auth/powerbi/datasets/refreshes', 'json'],
    readCalendar: ['GET', '/api/auth/powerbi/datasets/calendar', 'json'],
    read: ['GET', '/api/auth/powerbi/datasets/get', 'json'],
    refresh: ['POST', '/api/auth/powerbi/datasets/refresh', 'json'],
    schedule: ['PUT', '/api/auth/powerbi/datasets/update', 'json'],
    select: ['GET', '/api/auth/powerbi/datasets/all/select', 'json'],
  },
  external: {
    list: ['GET', '/api/auth/external_reports/all', 'json'],
    select: ['GET', '/api/auth/external_reports/all/select', 'json'],
    read: ['GET', '/api/auth/external_reports/get', 'json'],
    add: ['POST', '/api/auth/external_reports/add', 'json'],
    update: ['PUT', '/api/auth/external_reports/update', 'json'],
    remove: ['DELETE', '/api/auth/external_reports/delete', 'json'],
    readExternalHosts: ['GET', '/api/auth/external_reports/hosts/get', 'json'],
    updateExternalHosts: ['POST', '/api/auth/external_reports/hosts/update', 'json'],
  },
  faq: {
    checkAnswerHtml: ['POST', '/api/auth/faq/entries/html/check', 'json'],
    list: ['GET', '/api/auth/faq/entries/all', 'json'],
    select: ['GET', '/api/auth/faq/entries/all/select', 'json'],
    read: ['GET', '/api/auth/faq/entries/get', 'json'],
    add: ['POST', '/api/auth/faq/entries/add', 'json'],
    update: ['PUT', '/api/auth/faq/entries/update', 'json'],
    remove: ['DELETE', '/api/auth/faq/entries/delete', 'json'],
    order: ['POST', '/api/auth/faq/entries/change/order', 'json'],
    readFaqOrder: ['GET', '/api/auth/faq/entries/order/get', 'json'],
  },
  maintenance: {
    list: ['GET', '/api/auth/maintenance/all', 'json'],
    select: ['GET', '/api/auth/maintenance/all/select', 'json'],
    read: ['GET', '/api/auth/maintenance/get', 'json'],
    add: ['POST', '/api/auth/maintenance/add', 'json'],
    update: ['PUT', '/api/auth/maintenance/update', 'json'],
    remove: ['DELETE', '/api/auth/maintenance/delete', 'json'],
  },
  playlists: {
    listReportPages: ['GET', '/api/auth/playlists/report/pages', 'json'],
    listScreens: ['GET', '/api/auth/playlists/screens/all', 'json'],
    listSlideColumns: ['GET', '/api/auth/playlists/report/columns', 'json'],
    list: ['GET', '/api/auth/playlists/all', 'json'],
    select: ['GET', '/api/auth/playlists/all/select', 'json'],
    read: ['GET', '/api/auth/playlists/get', 'json'],
    selectSlideReports: ['GET', '/api/auth/playlists/report/select', 'json'],
  },
  readers: {
    listReportsPerUser: ['GET', '/api/auth/notifications/reports_per_user/all', 'json'],
    listUsersPerReport: ['GET', '/api/auth/notifications/users_per_report/all', 'json'],
  },
  registration: {
    listRegistrations: ['GET', '/api/auth/registrations/all', 'json'],
  },
  reportGroups: {
    add: ['POST', '/api/auth/group_reports/add', 'json'],
    list: ['GET', '/api/auth/group_reports/all', 'json'],
    move: ['POST', '/api/auth/group_reports/change/position', 'json'],
    read: ['GET', '/api/auth/group_reports/get', 'json'],
    remove: ['DELETE', '/api/auth/group_reports/delete', 'json'],
    update: ['PUT', '/api/auth/group_reports/update', 'json'],
  },
  reports: {
    add: ['POST', '/api/auth/report/add', 'json'],
    addReportCover: ['POST', '/api/auth/report/cover/add', 'upload'],
    changeSource: ['POST', '/api/auth/report/change/source', 'json'],
    duplicate: ['POST', '/api/auth/report/duplicate', 'json'],
    import: ['POST', '/api/auth/report/import', 'json'],
    listColumns: ['POST', '/api/auth/report/columns', 'json'],
    listImportRoles: ['POST', '/api/auth/report/import/roles', 'json'],
    list: ['GET', '/api/auth/report/all', 'json'],
    order: ['POST', '/api/auth/report/change/order', 'json'],
    readImportDefaults: ['GET', '/api/auth/report/import/defaults', 'json'],
    readOrder: ['GET', '/api/auth/report/order/get', 'json'],
    read: ['GET', '/api/auth/report/get', 'json'],
    remove: ['DELETE', '/api/auth/report/delete', 'json'],
    update: ['PUT', '/api/auth/report/update', 'json'],
  },
  scheduledExports: {
    listExportRecipients: ['GET', '/api/auth/scheduled_exports/runs/recipients/all', 'json'],
    listExportRuns: ['GET', '/api/auth/scheduled_exports/runs/all', 'json'],
    readExportRun: ['GET', '/api/auth/scheduled_exports/runs/get', 'json'],
    list: ['GET', '/api/auth/scheduled_exports/all', 'json'],
    select: ['GET', '/api/auth/scheduled_exports/all/select', 'json'],
    read: ['GET', '/api/auth/scheduled_exports/get', 'json'],
  },
  settings: {
    read: ['GET', '/api/auth/config/getConfig', 'json'],
    readWhitelist: ['GET', '/api/auth/config/get/whitelist/by/domain', 'json'],
  },
  shifts: {
    list: ['GET', '/api/auth/shifts/all', 'json'],
    select: ['GET', '/api/auth/shifts/all/select', 'json'],
    read: ['GET', '/api/auth/shifts/get', 'json'],
    add: ['POST', '/api/auth/shifts/add', 'json'],
    update: ['PUT', '/api/auth/shifts/update', 'json'],
    remove: ['DELETE', '/api/auth/shifts/delete', 'json'],
  },
  subgroups: {
    addSubgroup: ['POST', '/api/auth/subgroup_reports/add', 'json'],
    list: ['GET', '/api/auth/subgroup_reports/all', 'json'],
    moveSubgroup: ['POST', '/api/auth/subgroup_reports/change/position', 'json'],
    readSubgroup: ['GET', '/api/auth/subgroup_reports/get', 'json'],
    removeSubgroup: ['DELETE', '/api/auth/subgroup_reports/delete', 'json'],
    updateSubgroup: ['PUT', '/api/auth/subgroup_reports/update', 'json'],
  },
  tags: {
    list: ['GET', '/api/auth/tags/all', 'json'],
    select: ['GET', '/api/auth/tags/all/select', 'json'],
    read: ['GET', '/api/auth/tags/get', 'json'],
    add: ['POST', '/api/auth/tags/add', 'json'],
    update: ['PUT', '/api/auth/tags/update', 'json'],
    remove: ['DELETE', '/api/auth/tags/delete', 'json'],
  },
  tasks: {
    listRecipients: ['GET', '/api/auth/auto_actions/runs/recipients/all', 'json'],
    listRuns: ['GET', '/api/auth/auto_actions/runs/all', 'json'],
    listSilences: ['GET', '/api/auth/auto_actions/silences/all', 'json'],
    listStates: ['GET', '/api/auth/auto_actions/states/all', 'json'],
    readRun: ['GET', '/api/auth/auto_actions/runs/get', 'json'],
    list: ['GET', '/api/auth/auto_actions/all', 'json'],
    select: ['GET', '/api/auth/auto_actions/all/select', 'json'],
    read: ['GET', '/api/auth/auto_actions/get', 'json'],
  },
  tickets: {
    addAttachment: ['POST', '/api/auth/help_desk/attachments/add', 'upload'],
    add: ['POST', '/api/auth/help_desk/add', 'json'],
    answer: ['POST', '/api/auth/help_desk/follow_up/add', 'json'],
    changeTicketStatus: ['POST', '/api/auth/help_desk/change/status', 'json'],
    endTicketFault: ['POST', '/api/auth/help_desk/fault/end', 'json'],
    hand: ['POST', '/api/auth/help_desk/hand', 'json'],
    list: ['GET', '/api/auth/help_desk/all', 'json'],
    markTicketFault: ['POST', '/api/auth/help_desk/fault/mark', 'json'],
    merge: ['POST', '/api/auth/help_desk/merge', 'json'],
    readAttachment: ['GET', '/api/auth/help_desk/attachments/file', 'file'],
    read: ['GET', '/api/auth/help_desk/get', 'json'],
    remove: ['DELETE', '/api/auth/help_desk/delete', 'json'],
    saveDraft: ['POST', '/api/auth/help_desk/draft/save', 'json'],
    selectHandlers: ['GET', '/api/auth/help_desk/handlers/select', 'json'],
    select: ['GET', '/api/auth/help_desk/select', 'json'],
    take: ['POST', '/api/auth/help_desk/take', 'json'],
    unmarkTicketFault: ['POST', '/api/auth/help_desk/fault/unmark', 'json'],
    update: ['PUT', '/api/auth/help_desk/update', 'json'],
  },
  triggers: {
    previewRuns: ['POST', '/api/auth/auto_actions/triggers/next', 'json'],
    list: ['GET', '/api/auth/auto_actions/triggers/all', 'json'],
    select: ['GET', '/api/auth/auto_actions/triggers/all/select', 'json'],
    read: ['GET', '/api/auth/auto_actions/triggers/get', 'json'],
  },
  usage: {
    listDays: ['GET', '/api/auth/analyze/days/all', 'json'],
    listHours: ['GET', '/api/auth/analyze/hours/all', 'json'],
    listPage: ['GET', '/api/auth/analyze/pages/all', 'json'],
    listPeople: ['GET', '/api/auth/analyze/people/all', 'json'],
    listReport: ['GET', '/api/auth/analyze/reports/all', 'json'],
    read: ['GET', '/api/auth/analyze/summary', 'json'],
  },
  userGroups: {
    add: ['POST', '/api/auth/group_users/add', 'json'],
    list: ['GET', '/api/auth/group_users/all', 'json'],
    read: ['GET', '/api/auth/group_users/get', 'json'],
    remove: ['DELETE', '/api/auth/group_users/delete', 'json'],
    select: ['GET', '/api/auth/group_users/all/select', 'json'],
    update: ['PUT', '/api/auth/group_users/update', 'json'],
  },
  users: {
    add: ['POST', '/api/auth/users/add', 'json'],
    changeUserFields: ['POST', '/api/auth/users/change/fields', 'json'],
    changeUserState: ['POST', '/api/auth/users/change/status', 'json'],
    forceLogout: ['POST', '/api/auth/users/force/logout', 'json'],
    list: ['GET', '/api/auth/users/all', 'json'],
    readInvitationMail: ['GET', '/api/auth/users/invitation/mail', 'json'],
    read: ['GET', '/api/auth/users/get', 'json'],
    readUserPasswordRules: ['POST', '/api/auth/users/password/rules', 'json'],
    remove: ['DELETE', '/api/auth/users/delete', 'json'],
    selectUserValues: ['GET', '/api/auth/users/all/values', 'json'],
    select: ['GET', '/api/auth/users/all/select', 'json'],
    update: ['PUT', '/api/auth/users/update', 'json'],
  },
  workspaces: {
    listDashboards: ['GET', '/api/auth/powerbi/workspace/dashboards', 'json'],
    listTiles: ['GET', '/api/auth/powerbi/workspace/tiles', 'json'],
    listWorkspaceReports: ['GET', '/api/auth/powerbi/workspace/reports', 'json'],
    list: ['GET', '/api/auth/powerbi/workspace/all', 'json'],
    readDatasets: ['GET', '/api/auth/powerbi/workspace/datasets', 'json'],
  },
} as const

export type Client = {
  access: {
    /** Adds grants to a report. A grant that a person or group has already is replaced; all others stay. Scope: `report.grant`. */
    add: Method<
      {
        report_id: string
        grants: readonly {
          user_id: string | null
          group_id: string | null
          roles: readonly string[]
          identity: 'email' | 'field' | 'value'
          identity_value: string | null
          identity_field?: string | null | undefined
          custom_data_from?: 'email' | 'field' | 'value' | undefined
          custom_data: string | null
          custom_data_field?: string | null | undefined
          ends_on?: string | null | undefined
          without_filters?: 'S' | 'N' | undefined
          pages?: readonly string[] | null | undefined
        }[]
        tell?: 'S' | 'N' | undefined
      },
      { status: true; message?: string }
    >
    /** Each rule that lets a person open a report, keeps them out, or decides what they see there. Scope: `report.grant`. */
    explain: Method<
      { report_id: string; user_id: string },
      {
        report: string
        person: string
        opens: 'S' | 'N'
        rules: readonly {
          rule:
            | 'refused_person'
            | 'outside_hours'
            | 'owes_terms'
            | 'manages'
            | 'hidden'
            | 'own_grant'
            | 'group_grant'
            | 'overruled_grant'
            | 'ended_grant'
            | 'no_grant'
            | 'maintenance'
            | 'all_rows'
            | 'ignored_rows'
            | 'rows'
            | 'identity_missing'
            | 'identity_ambiguous'
            | 'unknown_role'
            | 'all_pages'
            | 'some_pages'
            | 'filters'
            | 'without_filters'
            | 'filter_missing'
          verdict: 'in' | 'out' | 'shows'
          name: string | null
          roles: readonly string[]
          pages: readonly string[]
          day: string | null
        }[]
      }
    >
    /** The pages of a report, from its service, for the grants. Scope: `report.grant`. */
    listGrantPages: Method<{ report_id: string }, readonly { name: string; display_name: string }[]>
    /** The roles of the data model of a report and what they filter, from its service, for the grants. Scope: `report.grant`. */
    listGrantRoles: Method<
      { report_id: string },
      { roles: readonly string[] | null; filters: readonly { role: string; table: string; filter: string }[] | null }
    >
    /** The grants that let one person open reports, their own and those of their groups. Scope: `report.grant`. */
    listPersonPermissions: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'name' | 'place' | 'ends_on' | undefined
        order?: 'asc' | 'desc' | undefined
        user_id: string
        way?: 'direct' | 'group' | undefined
      },
      {
        data: readonly {
          id: string
          report_id: string
          name: string
          place: string
          way: 'direct' | 'group'
          group: string | null
          roles: readonly string[]
          pages: number | null
          ends_on: string | null
          hidden: 'S' | 'N'
          can: readonly string[]
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** Each person with a grant, directly or through a group, with their identity or the reason why they cannot open the report. Scope: `report.grant`. */
    listReaders: Method<
      { report_id: string },
      {
        data: readonly {
          id: string
          name: string
          email: string
          groups: readonly string[]
          direct: 'S' | 'N'
          outcome: 'reads' | 'identity_missing' | 'identity_ambiguous' | 'unknown_role' | 'filter_missing' | 'hidden'
          username: string | null
          roles: readonly string[]
          unknown_role: string | null
          custom_data: string | null
          pages: readonly string[] | null
          may_preview: 'S' | 'N'
        }[]
        total: number
      }
    >
    /** Who may open a report, and with which identity. Scope: `report.grant`. */
    read: Method<
      { report_id: string },
      {
        report_id: string
        name: string
        row_security: 'S' | 'N'
        ignore_row_security: 'S' | 'N'
        ignore_role: string | null
        hidden: 'S' | 'N'
        pages_protected: 'S' | 'N'
        has_filters: 'S' | 'N'
        grants: readonly {
          user_id: string | null
          group_id: string | null
          name: string
          email: string | null
          members: number | null
          roles: readonly string[]
          identity: 'email' | 'field' | 'value'
          identity_value: string | null
          identity_field: string | null
          custom_data_from: 'email' | 'field' | 'value'
          custom_data: string | null
          custom_data_field: string | null
          ends_on: string | null
          without_filters: 'S' | 'N'
          pages: readonly string[] | null
        }[]
        identity_fields: readonly { id: string; name: string }[]
        known_roles: readonly string[]
        version: number
        can: readonly string[]
      }
    >
    /** Takes the own grant of a person for one report away. Grants of their groups stay. Scope: `report.grant`. */
    removePersonPermission: Method<{ user_id: string; report_id: string }, { status: true; message?: string }>
    /** Roles that a person, their groups, or a user group have for reports of the same data model, for a new grant. Scope: `report.grant`. */
    suggestGrantRoles: Method<
      { report_id: string; user_id?: string | undefined; group_id?: string | undefined },
      readonly { roles: readonly string[]; report: string; group: string | null }[]
    >
    /** Replaces the grants of a report. Readers who have it open get a live event. Scope: `report.grant`. */
    update: Method<
      {
        report_id: string
        version: number
        grants: readonly {
          user_id: string | null
          group_id: string | null
          roles: readonly string[]
          identity: 'email' | 'field' | 'value'
          identity_value: string | null
          identity_field?: string | null | undefined
          custom_data_from?: 'email' | 'field' | 'value' | undefined
          custom_data: string | null
          custom_data_field?: string | null | undefined
          ends_on?: string | null | undefined
          without_filters?: 'S' | 'N' | undefined
          pages?: readonly string[] | null | undefined
        }[]
        tell?: 'S' | 'N' | undefined
      },
      { status: true; message?: string }
    >
  }
  apps: {
    /** A page of the apps. Scope: `app.read`. */
    list: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'name' | 'created_at' | undefined
        order?: 'asc' | 'desc' | undefined
      },
      {
        data: readonly {
          name: string
          description: string | null
          icon: 'apps' | 'chart' | 'money' | 'people' | 'truck' | 'factory' | 'store' | 'health' | 'school' | 'globe'
          color: 'teal' | 'blue' | 'violet' | 'red' | 'orange' | 'green' | 'gray'
          sections: readonly {
            id: string
            title: string
            items: readonly (
              | { id: string; title: string; kind: 'report'; report_id: string }
              | { id: string; title: string; kind: 'page'; report_id: string; page: string; page_name: string | null }
              | { id: string; title: string; kind: 'playlist'; playlist_id: string }
              | { id: string; title: string; kind: 'link'; address: string | null }
              | { id: string; title: string; kind: 'html'; html: string }
              | { id: string; title: string; kind: 'embedded'; address: string | null }
            )[]
          }[]
          items: number
          contents: Readonly<Record<string, string>>
          people: readonly { id: string; name: string; email: string }[]
          groups: readonly { id: string; name: string; members: number }[]
          id: string
          created_at: string
          version: number
          can: readonly string[]
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** The first apps whose name contains a text, to choose from. Scope: `app.read`. */
    select: Method<{ search?: string | undefined }, readonly { value: string; label: string }[]>
    /** One app. Scope: `app.read`. */
    read: Method<
      { id: string },
      {
        name: string
        description: string | null
        icon: 'apps' | 'chart' | 'money' | 'people' | 'truck' | 'factory' | 'store' | 'health' | 'school' | 'globe'
        color: 'teal' | 'blue' | 'violet' | 'red' | 'orange' | 'green' | 'gray'
        sections: readonly {
          id: string
          title: string
          items: readonly (
            | { id: string; title: string; kind: 'report'; report_id: string }
            | { id: string; title: string; kind: 'page'; report_id: string; page: string; page_name: string | null }
            | { id: string; title: string; kind: 'playlist'; playlist_id: string }
            | { id: string; title: string; kind: 'link'; address: string | null }
            | { id: string; title: string; kind: 'html'; html: string }
            | { id: string; title: string; kind: 'embedded'; address: string | null }
          )[]
        }[]
        items: number
        contents: Readonly<Record<string, string>>
        people: readonly { id: string; name: string; email: string }[]
        groups: readonly { id: string; name: string; members: number }[]
        id: string
        created_at: string
        version: number
        can: readonly string[]
      }
    >
    /** The pages of a report, from its service. Scope: `app.read`. */
    listAppPages: Method<{ report_id: string }, readonly { name: string; display_name: string }[]>
    /** One app as the first of its readers sees it, with the items that this person may open. No administrator and no staff is represented. Scope: `report.grant`. */
    preview: Method<
      { id: string },
      {
        id: string
        name: string
        description: string | null
        icon: 'apps' | 'chart' | 'money' | 'people' | 'truck' | 'factory' | 'store' | 'health' | 'school' | 'globe'
        color: 'teal' | 'blue' | 'violet' | 'red' | 'orange' | 'green' | 'gray'
        reader: { id: string; name: string } | null
        sections: readonly {
          id: string
          title: string
          items: readonly (
            | { id: string; title: string; kind: 'report'; report_id: string }
            | { id: string; title: string; kind: 'page'; report_id: string; page: string; page_name: string | null }
            | { id: string; title: string; kind: 'playlist'; playlist_id: string }
            | { id: string; title: string; kind: 'link'; address: string | null }
            | { id: string; title: string; kind: 'html'; html: string }
            | { id: string; title: string; kind: 'embedded'; address: string | null }
          )[]
        }[]
      }
    >
    /** The reports of an app that some of its readers may not open. Readers are people without administration who may sign in, and to whom the app is granted. Scope: `report.grant`. */
    readMissingAccess: Method<
      { id: string },
      { people: number; reports: readonly { id: string; name: string; people: number }[] }
    >
    /** The first reports and playlists whose name contains a text, for the items of an app. Scope: `app.read`. */
    selectAppContents: Method<
      { search?: string | undefined; kind: 'report' | 'playlist' },
      readonly { value: string; label: string; place: string | null }[]
    >
  }
  audit: {
    /** Entries of the audit trail within a range of days; the search covers names, e-mails and events. Scope: `audit.read`. */
    list: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'at' | undefined
        order?: 'asc' | 'desc' | undefined
        from?: string | undefined
        to?: string | undefined
        event?: string | undefined
        target_type?: string | undefined
        actor_id?: string | undefined
        target_id?: string | undefined
      },
      {
        data: readonly {
          id: string
          at: string
          event: string
          actor_id: string | null
          actor_name: string | null
          actor_origin: string | null
          actor_email: string | null
          on_behalf_of: string | null
          address: string | null
          target_type: string | null
          target_id: string | null
          target_name: string | null
          tenant_name: string | null
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** One entry of the audit trail with the old and new value of each field. Scope: `audit.read`. */
    read: Method<
      { id: string },
      {
        id: string
        at: string
        event: string
        actor_id: string | null
        actor_name: string | null
        actor_origin: string | null
        actor_email: string | null
        on_behalf_of: string | null
        address: string | null
        target_type: string | null
        target_id: string | null
        target_name: string | null
        tenant_name: string | null
        changes: readonly { field: string; before: unknown; after: unknown }[]
        names: Readonly<Record<string, string>>
      }
    >
  }
  catalogs: {
    /** Denies a request. The person reads the reason. Scope: `access_request.decide`. */
    denyRequest: Method<{ id: string; answer: string }, { status: true; message?: string }>
    /** Grants the report to the person who asked, with or without the filters of the report. Scope: `access_request.decide`. */
    grantRequest: Method<
      {
        id: string
        roles: readonly string[]
        identity: 'email' | 'field' | 'value'
        identity_value: string | null
        identity_field?: string | null | undefined
        custom_data_from?: 'email' | 'field' | 'value' | undefined
        custom_data: string | null
        custom_data_field?: string | null | undefined
        ends_on?: string | null | undefined
        without_filters?: 'S' | 'N' | undefined
        pages?: readonly string[] | null | undefined
        answer?: string | null | undefined
      },
      { status: true; message?: string }
    >
    /** Requests for access, for those who decide them. Scope: `access_request.decide`. */
    listRequests: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'created_at' | 'name' | 'report' | undefined
        order?: 'asc' | 'desc' | undefined
        state?: 'waiting' | 'granted' | 'denied' | 'withdrawn' | undefined
      },
      {
        data: readonly {
          id: string
          name: string
          email: string
          report_id: string
          report: string
          state: 'waiting' | 'granted' | 'denied' | 'withdrawn'
          reason: string
          answer: string | null
          decided_by: string | null
          created_at: string
          settled_at: string | null
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** One request, with what a decision about it needs to know of the report. Scope: `access_request.decide`. */
    readRequest: Method<
      { id: string },
      {
        id: string
        name: string
        email: string
        report_id: string
        report: string
        state: 'waiting' | 'granted' | 'denied' | 'withdrawn'
        reason: string
        answer: string | null
        decided_by: string | null
        created_at: string
        settled_at: string | null
        row_security: 'S' | 'N'
        ignore_row_security: 'S' | 'N'
        ignore_role: string | null
        has_filters: 'S' | 'N'
        pages_protected: 'S' | 'N'
        user_id: string
        may_preview: 'S' | 'N'
        known_roles: readonly string[]
        identity_fields: readonly { id: string; name: string }[]
      }
    >
  }
  customFields: {
    /** A page of the custom fields. Scope: `custom_field.read`. */
    list: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'name' | 'kind' | 'people' | 'created_at' | undefined
        order?: 'asc' | 'desc' | undefined
        parceiro_id?: string | undefined
      },
      {
        data: readonly {
          name: string
          kind: 'text' | 'number' | 'date' | 'list' | 'single' | 'multiple'
          options: readonly string[]
          required: 'S' | 'N'
          searchable: 'S' | 'N'
          in_registration: 'S' | 'N'
          people: number
          global: 'S' | 'N'
          partner: string | null
          id: string
          created_at: string
          version: number
          can: readonly string[]
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** The first custom fields whose name contains a text, to choose from. Scope: `custom_field.read`. */
    select: Method<{ search?: string | undefined }, readonly { value: string; label: string }[]>
    /** One custom field. Scope: `custom_field.read`. */
    read: Method<
      { id: string },
      {
        name: string
        kind: 'text' | 'number' | 'date' | 'list' | 'single' | 'multiple'
        options: readonly string[]
        required: 'S' | 'N'
        searchable: 'S' | 'N'
        in_registration: 'S' | 'N'
        people: number
        global: 'S' | 'N'
        partner: string | null
        id: string
        created_at: string
        version: number
        can: readonly string[]
      }
    >
    /** Adds a custom field: to the business unit, or for staff without one a global field of the partner. Staff of the platform must choose `parceiro_id`. Scope: `custom_field.add`. */
    add: Method<
      {
        name: string
        kind: 'text' | 'number' | 'date' | 'list' | 'single' | 'multiple'
        options: readonly string[]
        required: 'S' | 'N'
        searchable: 'S' | 'N'
        in_registration: 'S' | 'N'
        parceiro_id?: string | undefined
      },
      { status: true; id: string }
    >
    /** Changes a custom field; absent fields stay as they are. Scope: `custom_field.update`. */
    update: Method<
      {
        name?: string | undefined
        kind?: 'text' | 'number' | 'date' | 'list' | 'single' | 'multiple' | undefined
        options?: readonly string[] | undefined
        required?: 'S' | 'N' | undefined
        searchable?: 'S' | 'N' | undefined
        in_registration?: 'S' | 'N' | undefined
        id: string
        version: number
      },
      { status: true; message?: string }
    >
    /** Removes a custom field with what belongs to it. Scope: `custom_field.remove`. */
    remove: Method<{ id: string }, { status: true; message?: string }>
    /** All custom fields of the business unit and of its partner, in the order of the form. Scope: `custom_field.read`. */
    listFieldDefinitions: Method<
      Readonly<Record<string, never>>,
      readonly {
        id: string
        name: string
        kind: 'text' | 'number' | 'date' | 'list' | 'single' | 'multiple'
        options: readonly string[]
        required: 'S' | 'N'
        of_partner: 'S' | 'N'
        in_registration: 'S' | 'N'
      }[]
    >
  }
  datasets: {
    /** Data sets of the published reports. A plain user with the toggle sees those of the reports that they may open. Scope: `dataset.read`. */
    list: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'name' | 'last_at' | 'next_at' | undefined
        order?: 'asc' | 'desc' | undefined
        state?: 'waiting' | 'running' | 'completed' | 'failed' | 'canceled' | 'refused' | undefined
        workspace_id?: string | undefined
        report_id?: string | undefined
      },
      {
        data: readonly {
          id: string
          name: string
          workspace: string
          reports: readonly string[]
          last_state: 'waiting' | 'running' | 'completed' | 'failed' | 'canceled' | 'refused' | null
          last_problem:
            | 'limit'
            | 'running'
            | 'credentials'
            | 'gateway'
            | 'source'
            | 'permission'
            | 'timeout'
            | 'memory'
            | 'capacity'
            | 'model'
            | 'query'
            | 'busy'
            | 'canceled'
            | 'disabled'
            | 'stopped'
            | 'account'
            | 'lost'
            | 'other'
            | null
          last_at: string | null
          enabled: 'S' | 'N'
          next_at: string | null
          used: number
          limit: number
          can: readonly string[]
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** The last refreshes of a data set, the newest first. Asks the report service for its history first. Scope: `dataset.read`. */
    listRefreshes: Method<
      { id: string },
      {
        complete: boolean
        used: number
        limit: number
        data: readonly {
          id: string
          cause: 'person' | 'schedule' | 'chain' | 'service'
          person: string | null
          state: 'waiting' | 'running' | 'completed' | 'failed' | 'canceled' | 'refused'
          problem:
            | 'limit'
            | 'running'
            | 'credentials'
            | 'gateway'
            | 'source'
            | 'permission'
            | 'timeout'
            | 'memory'
            | 'capacity'
            | 'model'
            | 'query'
            | 'busy'
            | 'canceled'
            | 'disabled'
            | 'stopped'
            | 'account'
            | 'lost'
            | 'other'
            | null
          advice: 'limit' | 'permission' | 'memory' | 'capacity' | 'account' | 'others' | null
          service_code: string | null
          started_at: string
          ended_at: string | null
        }[]
      }
    >
    /** The planned refreshes of all data sets in the seven days from a day on. Scope: `dataset.read`. */
    readCalendar: Method<
      { from: string },
      {
        data: readonly {
          dataset_id: string
          name: string
          day: string
          time: string
          at: string
          followers: readonly string[]
        }[]
        unplanned: readonly { dataset_id: string; name: string }[]
      }
    >
    /** One data set with its schedule. Scope: `dataset.read`. */
    read: Method<
      { id: string },
      {
        id: string
        name: string
        workspace: string
        reports: readonly string[]
        last_state: 'waiting' | 'running' | 'completed' | 'failed' | 'canceled' | 'refused' | null
        last_problem:
          | 'limit'
          | 'running'
          | 'credentials'
          | 'gateway'
          | 'source'
          | 'permission'
          | 'timeout'
          | 'memory'
          | 'capacity'
          | 'model'
          | 'query'
          | 'busy'
          | 'canceled'
          | 'disabled'
          | 'stopped'
          | 'account'
          | 'lost'
          | 'other'
          | null
        last_at: string | null
        enabled: 'S' | 'N'
        next_at: string | null
        used: number
        limit: number
        can: readonly string[]
        days: readonly ('MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY')[]
        times: readonly string[]
        after_id: string | null
        after: string | null
        owner_id: string | null
        owner: string | null
        next_runs: readonly string[]
        version: number
      }
    >
    /** Starts a refresh now. Refused while another one runs, and when the daily limit is reached. Scope: `dataset.update`. */
    refresh: Method<{ id: string }, { status: true; message?: string }>
    /** Changes the schedule of a data set, the data set after which it is refreshed, and who is told of failures. Scope: `dataset.schedule`. */
    schedule: Method<
      {
        id: string
        version: number
        enabled?: 'S' | 'N' | undefined
        days?:
          | readonly ('MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY')[]
          | undefined
        times?: readonly string[] | undefined
        after_id?: string | null | undefined
        owner_id?: string | null | undefined
      },
      { status: true; message?: string }
    >
    /** The first data sets whose name contains a text, to choose from. Scope: `dataset.read`. */
    select: Method<{ search?: string | undefined }, readonly { value: string; label: string }[]>
  }
  external: {
    /** A page of the external reports. Scope: `external_report.read`. */
    list: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'name' | 'created_at' | undefined
        order?: 'asc' | 'desc' | undefined
      },
      {
        data: readonly {
          name: string
          description: string | null
          address: string
          people: readonly { id: string; name: string; email: string }[]
          groups: readonly { id: string; name: string; members: number }[]
          id: string
          created_at: string
          version: number
          can: readonly string[]
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** The first external reports whose name contains a text, to choose from. Scope: `external_report.read`. */
    select: Method<{ search?: string | undefined }, readonly { value: string; label: string }[]>
    /** One external report. Scope: `external_report.read`. */
    read: Method<
      { id: string },
      {
        name: string
        description: string | null
        address: string
        people: readonly { id: string; name: string; email: string }[]
        groups: readonly { id: string; name: string; members: number }[]
        id: string
        created_at: string
        version: number
        can: readonly string[]
      }
    >
    /** Adds an external report. Scope: `external_report.add`. */
    add: Method<
      {
        name: string
        description: string | null
        address: string
        user_ids: readonly string[]
        group_ids: readonly string[]
      },
      { status: true; id: string }
    >
    /** Changes an external report; absent fields stay as they are. Scope: `external_report.update`. */
    update: Method<
      {
        name?: string | undefined
        description?: string | null | undefined
        address?: string | undefined
        user_ids?: readonly string[] | undefined
        group_ids?: readonly string[] | undefined
        id: string
        version: number
      },
      { status: true; message?: string }
    >
    /** Removes a external report with what belongs to it. Scope: `external_report.remove`. */
    remove: Method<{ id: string }, { status: true; message?: string }>
    /** The hosts whose pages external reports may show. Scope: `external_report.read`. */
    readExternalHosts: Method<Readonly<Record<string, never>>, { hosts: readonly (string | null)[] }>
    /** Replaces these hosts. Reports of a host that is no longer in the list cannot be opened. Scope: `external_report.update`. */
    updateExternalHosts: Method<{ hosts: readonly (string | null)[] }, { status: true; message?: string }>
  }
  faq: {
    /** Checks HTML from elsewhere: answers it cleaned, or refuses it and names what is not allowed. Stores nothing. Scope: `faq_entry.update`. */
    checkAnswerHtml: Method<{ html: string }, { html: string }>
    /** A page of the questions. Scope: `faq_entry.read`. */
    list: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'position' | 'name' | 'created_at' | undefined
        order?: 'asc' | 'desc' | undefined
      },
      {
        data: readonly {
          name: string
          question: { 'pt-BR': string | null; 'en-US': string | null; es: string | null; 'pt-PT': string | null }
          answer: { 'pt-BR': string | null; 'en-US': string | null; es: string | null; 'pt-PT': string | null }
          position: number
          id: string
          created_at: string
          version: number
          can: readonly string[]
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** The first questions whose name contains a text, to choose from. Scope: `faq_entry.read`. */
    select: Method<{ search?: string | undefined }, readonly { value: string; label: string }[]>
    /** One question. Scope: `faq_entry.read`. */
    read: Method<
      { id: string },
      {
        name: string
        question: { 'pt-BR': string | null; 'en-US': string | null; es: string | null; 'pt-PT': string | null }
        answer: { 'pt-BR': string | null; 'en-US': string | null; es: string | null; 'pt-PT': string | null }
        position: number
        id: string
        created_at: string
        version: number
        can: readonly string[]
      }
    >
    /** Adds a question. Scope: `faq_entry.add`. */
    add: Method<
      {
        question: { 'pt-BR': string | null; 'en-US': string | null; es: string | null; 'pt-PT': string | null }
        answer: { 'pt-BR': string | null; 'en-US': string | null; es: string | null; 'pt-PT': string | null }
      },
      { status: true; id: string }
    >
    /** Changes a question; absent fields stay as they are. Scope: `faq_entry.update`. */
    update: Method<
      {
        question?:
          | { 'pt-BR': string | null; 'en-US': string | null; es: string | null; 'pt-PT': string | null }
          | undefined
        answer?:
          | { 'pt-BR': string | null; 'en-US': string | null; es: string | null; 'pt-PT': string | null }
          | undefined
        id: string
        version: number
      },
      { status: true; message?: string }
    >
    /** Removes a question with what belongs to it. Scope: `faq_entry.remove`. */
    remove: Method<{ id: string }, { status: true; message?: string }>
    /** Puts the questions into this order; others follow them as before. Scope: `faq_entry.update`. */
    order: Method<{ ids: readonly string[] }, { status: true; message?: string }>
    /** The questions of the platform, or of the business unit, in their order. Scope: `faq_entry.update`. */
    readFaqOrder: Method<
      Readonly<Record<string, never>>,
      readonly {
        id: string
        question: { 'pt-BR': string | null; 'en-US': string | null; es: string | null; 'pt-PT': string | null }
      }[]
    >
  }
  maintenance: {
    /** A page of the maintenance windows. Scope: `maintenance_window.read`. */
    list: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'name' | 'starts_at' | 'created_at' | undefined
        order?: 'asc' | 'desc' | undefined
      },
      {
        data: readonly {
          name: string
          message: string
          recurrence: 'once' | 'weekly'
          first_day: string
          last_day: string | null
          days: readonly ('MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY')[]
          from_time: string
          to_time: string
          report_ids: readonly string[]
          group_ids: readonly string[]
          passes: 'editors' | 'managers' | 'nobody'
          announces: 'never' | 'hour' | 'day' | 'week'
          reports: readonly { id: string; name: string }[]
          groups: readonly { id: string; name: string }[]
          starts_at: string | null
          ends_at: string | null
          id: string
          created_at: string
          version: number
          can: readonly string[]
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** The first maintenance windows whose name contains a text, to choose from. Scope: `maintenance_window.read`. */
    select: Method<{ search?: string | undefined }, readonly { value: string; label: string }[]>
    /** One maintenance window. Scope: `maintenance_window.read`. */
    read: Method<
      { id: string },
      {
        name: string
        message: string
        recurrence: 'once' | 'weekly'
        first_day: string
        last_day: string | null
        days: readonly ('MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY')[]
        from_time: string
        to_time: string
        report_ids: readonly string[]
        group_ids: readonly string[]
        passes: 'editors' | 'managers' | 'nobody'
        announces: 'never' | 'hour' | 'day' | 'week'
        reports: readonly { id: string; name: string }[]
        groups: readonly { id: string; name: string }[]
        starts_at: string | null
        ends_at: string | null
        id: string
        created_at: string
        version: number
        can: readonly string[]
      }
    >
    /** Adds a maintenance window. Scope: `maintenance_window.add`. */
    add: Method<
      {
        name: string
        message: string
        recurrence: 'once' | 'weekly'
        first_day: string
        last_day: string | null
        days: readonly ('MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY')[]
        from_time: string
        to_time: string
        report_ids: readonly string[]
        group_ids: readonly string[]
        passes: 'editors' | 'managers' | 'nobody'
        announces: 'never' | 'hour' | 'day' | 'week'
      },
      { status: true; id: string }
    >
    /** Changes a maintenance window; absent fields stay as they are. Scope: `maintenance_window.update`. */
    update: Method<
      {
        name?: string | undefined
        message?: string | undefined
        recurrence?: 'once' | 'weekly' | undefined
        first_day?: string | undefined
        last_day?: string | null | undefined
        days?:
          | readonly ('MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY')[]
          | undefined
        from_time?: string | undefined
        to_time?: string | undefined
        report_ids?: readonly string[] | undefined
        group_ids?: readonly string[] | undefined
        passes?: 'editors' | 'managers' | 'nobody' | undefined
        announces?: 'never' | 'hour' | 'day' | 'week' | undefined
        id: string
        version: number
      },
      { status: true; message?: string }
    >
    /** Removes a maintenance window with what belongs to it. Scope: `maintenance_window.remove`. */
    remove: Method<{ id: string }, { status: true; message?: string }>
  }
  playlists: {
    /** The pages of a report, from its service. Scope: `playlist.read`. */
    listReportPages: Method<{ report_id: string }, readonly { name: string; display_name: string }[]>
    /** The screens of a playlist: which show it, and when each was last seen. Scope: `playlist.read`. */
    listScreens: Method<
      { playlist_id: string },
      {
        data: readonly {
          id: string
          name: string
          paired: 'S' | 'N'
          created_at: string
          last_seen_at: string | null
          playing: 'S' | 'N'
          address: string | null
          browser: string | null
          shows: string | null
        }[]
      }
    >
    /** The columns that a filter of an item may use, as far as the service of the report tells them. Scope: `playlist.read`. */
    listSlideColumns: Method<
      { report_id: string },
      { data: readonly { table: string; column: string; kind: 'text' | 'number' }[] }
    >
    /** A page of the playlists. Scope: `playlist.read`. */
    list: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'name' | 'created_at' | undefined
        order?: 'asc' | 'desc' | undefined
      },
      {
        data: readonly {
          name: string
          description: string | null
          items: readonly {
            id: string
            report_id: string
            page: string | null
            page_name: string | null
            seconds: number
            repetitions: number
            filters: readonly { table: string; column: string; values: readonly string[] }[]
            hours: readonly {
              day: 'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY'
              from: string
              to: string
            }[]
          }[]
          owner_id: string | null
          owner: string | null
          reports: Readonly<Record<string, string>>
          screens: number
          people: readonly { id: string; name: string; email: string }[]
          groups: readonly { id: string; name: string; members: number }[]
          id: string
          created_at: string
          version: number
          can: readonly string[]
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** The first playlists whose name contains a text, to choose from. Scope: `playlist.read`. */
    select: Method<{ search?: string | undefined }, readonly { value: string; label: string }[]>
    /** One playlist. Scope: `playlist.read`. */
    read: Method<
      { id: string },
      {
        name: string
        description: string | null
        items: readonly {
          id: string
          report_id: string
          page: string | null
          page_name: string | null
          seconds: number
          repetitions: number
          filters: readonly { table: string; column: string; values: readonly string[] }[]
          hours: readonly {
            day: 'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY'
            from: string
            to: string
          }[]
        }[]
        owner_id: string | null
        owner: string | null
        reports: Readonly<Record<string, string>>
        screens: number
        people: readonly { id: string; name: string; email: string }[]
        groups: readonly { id: string; name: string; members: number }[]
        id: string
        created_at: string
        version: number
        can: readonly string[]
      }
    >
    /** The first reports whose name contains a text, for the items of a playlist. Scope: `playlist.read`. */
    selectSlideReports: Method<
      { search?: string | undefined },
      readonly { value: string; label: string; group: string; subgroup: string }[]
    >
  }
  readers: {
    /** Each person with the reports that they may open, and by which grant. Scope: `report.grant`. */
    listReportsPerUser: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'person' | 'report' | 'email' | 'place' | undefined
        order?: 'asc' | 'desc' | undefined
        way?: 'direct' | 'group' | 'manager' | undefined
        opens?: 'S' | 'N' | undefined
      },
      {
        data: readonly {
          id: string
          report_id: string
          report: string
          place: string
          user_id: string
          person: string
          email: string
          way: 'direct' | 'group' | 'manager'
          groups: readonly string[]
          opens: 'S' | 'N'
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** Each report with the people who may open it, and by which grant. Scope: `report.grant`. */
    listUsersPerReport: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'report' | 'person' | 'email' | 'place' | undefined
        order?: 'asc' | 'desc' | undefined
        way?: 'direct' | 'group' | 'manager' | undefined
        opens?: 'S' | 'N' | undefined
      },
      {
        data: readonly {
          id: string
          report_id: string
          report: string
          place: string
          user_id: string
          person: string
          email: string
          way: 'direct' | 'group' | 'manager'
          groups: readonly string[]
          opens: 'S' | 'N'
        }[]
        page: string
        size: number
        total: number
      }
    >
  }
  registration: {
    /** The first 100 registrations that wait for approval, oldest first. Scope: `user.add`. */
    listRegistrations: Method<
      Readonly<Record<string, never>>,
      readonly {
        id: string
        nome_usuario: string
        email: string
        phone: string | null
        department: string | null
        known: 'S' | 'N'
        created_at: string
      }[]
    >
  }
  reportGroups: {
    /** Adds a report group at the end. Scope: `report_group.add`. */
    add: Method<
      {
        name: string
        names?:
          | {
              'pt-BR'?: string | null | undefined
              'en-US'?: string | null | undefined
              es?: string | null | undefined
              'pt-PT'?: string | null | undefined
            }
          | undefined
        icon?:
          | 'chart'
          | 'coins'
          | 'cart'
          | 'users'
          | 'factory'
          | 'truck'
          | 'headset'
          | 'target'
          | 'calendar'
          | 'world'
          | 'building'
          | 'shield'
          | 'heart'
          | 'school'
          | 'leaf'
          | 'cpu'
          | null
          | undefined
      },
      { status: true; id: string }
    >
    /** Report groups with their subgroups; a search covers the names of both. Scope: `report_group.read`. */
    list: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'position' | 'name' | 'reports' | 'created_at' | undefined
        order?: 'asc' | 'desc' | undefined
      },
      {
        data: readonly {
          id: string
          name: string
          names: { 'pt-BR'?: string | null; 'en-US'?: string | null; es?: string | null; 'pt-PT'?: string | null }
          icon: string | null
          subgroups: readonly {
            id: string
            name: string
            names: { 'pt-BR'?: string | null; 'en-US'?: string | null; es?: string | null; 'pt-PT'?: string | null }
            reports: number
            version: number
            can: readonly string[]
          }[]
          reports: number
          created_at: string
          version: number
          can: readonly string[]
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** Moves a report group to a position, counted from 0; a position beyond the end means the end. Scope: `report_group.update`. */
    move: Method<{ id: string; position: number }, { status: true; message?: string }>
    /** One report group with its subgroups. Scope: `report_group.read`. */
    read: Method<
      { id: string },
      {
        id: string
        name: string
        names: { 'pt-BR'?: string | null; 'en-US'?: string | null; es?: string | null; 'pt-PT'?: string | null }
        icon: string | null
        subgroups: readonly {
          id: string
          name: string
          names: { 'pt-BR'?: string | null; 'en-US'?: string | null; es?: string | null; 'pt-PT'?: string | null }
          reports: number
          version: number
          can: readonly string[]
        }[]
        reports: number
        created_at: string
        version: number
        can: readonly string[]
      }
    >
    /** Removes a report group with its subgroups; refused while a subgroup contains a report. Scope: `report_group.remove`. */
    remove: Method<{ id: string }, { status: true; message?: string }>
    /** Changes a report group; absent fields stay unchanged. Scope: `report_group.update`. */
    update: Method<
      {
        id: string
        version: number
        name?: string | undefined
        names?:
          | {
              'pt-BR'?: string | null | undefined
              'en-US'?: string | null | undefined
              es?: string | null | undefined
              'pt-PT'?: string | null | undefined
            }
          | undefined
        icon?:
          | 'chart'
          | 'coins'
          | 'cart'
          | 'users'
          | 'factory'
          | 'truck'
          | 'headset'
          | 'target'
          | 'calendar'
          | 'world'
          | 'building'
          | 'shield'
          | 'heart'
          | 'school'
          | 'leaf'
          | 'cpu'
          | null
          | undefined
      },
      { status: true; message?: string }
    >
  }
  reports: {
    /** Publishes a report of a workspace. The server asks the report service for its data set, and whether that has roles. Scope: `report.add`. */
    add: Method<
      {
        workspace_id: string
        service_report_id: string
        subgroup_id: string
        name: string
        description: string | null
        tag_ids?: readonly string[] | undefined
        allow_edit?: 'S' | 'N' | undefined
        show_page_navigation?: 'S' | 'N' | undefined
        show_filter_pane?: 'S' | 'N' | undefined
        show_hidden_pages?: 'S' | 'N' | undefined
        show_visual_headers?: 'S' | 'N' | undefined
        show_toolbar?: 'S' | 'N' | undefined
        show_last_update?: 'S' | 'N' | undefined
        show_on_app?: 'S' | 'N' | undefined
        show_on_catalog?: 'S' | 'N' | undefined
        show_mobile_background?: 'S' | 'N' | undefined
        allow_comments?: 'S' | 'N' | undefined
        export?: 'S' | 'N' | undefined
        refresh_seconds?: number | null | undefined
        orientation?: 'auto' | 'landscape' | 'portrait' | undefined
        recommended_resolution?: string | null | undefined
        catalog_description?: string | null | undefined
        names?:
          | {
              'pt-BR'?: string | null | undefined
              'en-US'?: string | null | undefined
              es?: string | null | undefined
              'pt-PT'?: string | null | undefined
            }
          | undefined
        catalog_descriptions?:
          | {
              'pt-BR'?: string | null | undefined
              'en-US'?: string | null | undefined
              es?: string | null | undefined
              'pt-PT'?: string | null | undefined
            }
          | undefined
        hidden?: 'S' | 'N' | undefined
        cover?: string | null | undefined
        filters?:
          | readonly {
              table: string
              column: string
              operator:
                | 'in'
                | 'not_in'
                | 'contains'
                | 'greater'
                | 'at_least'
                | 'less'
                | 'at_most'
                | 'blank'
                | 'not_blank'
              values: readonly (string | number)[]
              field?: string | null | undefined
            }[]
          | undefined
      },
      { status: true; id: string }
    >
    /** Uploads a picture (multipart/form-data) and returns its address, which a report may then use as its cover. Scope: `report.update`. */
    addReportCover: UploadMethod<{ kind: 'cover' }, { status: true; path: string }>
    /** Replaces the report at the report service, or reads the properties of the present one again. Scope: `report.update`. */
    changeSource: Method<
      { workspace_id: string; service_report_id: string; id: string; version: number },
      { status: true; row_security: 'S' | 'N' }
    >
    /** Adds a copy of a report with its settings and tags, without its grants. Scope: `report.add`. */
    duplicate: Method<{ id: string }, { status: true; id: string }>
    /** Publishes up to 10 reports of a workspace at once. Each is published or refused by itself, with the reason. Scope: `report.add`. */
    import: Method<
      { workspace_id: string; subgroup_id: string; reports: readonly { service_report_id: string; name: string }[] },
      {
        status: true
        data: readonly {
          service_report_id: string
          id: string | null
          row_security: 'S' | 'N' | null
          refusal: 'taken' | 'missing' | null
        }[]
      }
    >
    /** The columns that a filter of the report may use, as far as the report service tells them. Microsoft’s service does not for a data model with row-level security. Scope: `report.manage`. */
    listColumns: Method<
      { workspace_id: string; service_report_id: string },
      { data: readonly { table: string; column: string; kind: 'text' | 'number' }[] }
    >
    /** The roles of the data model of a report that is not published yet and what they filter, from its service. Scope: `report.grant`. */
    listImportRoles: Method<
      { workspace_id: string; service_report_id: string },
      { roles: readonly string[] | null; filters: readonly { role: string; table: string; filter: string }[] | null }
    >
    /** All reports of the business unit, for report managers. `can` of the list tells whether a report may be added. Scope: `report.manage`. */
    list: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'name' | 'place' | 'workspace' | 'created_at' | undefined
        order?: 'asc' | 'desc' | undefined
        group_id?: string | undefined
        subgroup_id?: string | undefined
        workspace_id?: string | undefined
        tag_id?: string | undefined
        row_security?: 'S' | 'N' | undefined
        hidden?: 'S' | 'N' | undefined
      },
      {
        data: readonly {
          id: string
          name: string
          description: string | null
          group_id: string
          group: string
          subgroup_id: string
          subgroup: string
          workspace: string
          row_security: 'S' | 'N'
          ignore_row_security: 'S' | 'N'
          hidden: 'S' | 'N'
          tags: readonly { id: string; name: string; color: 'gray' | 'red' | 'orange' | 'green' | 'blue' | 'violet' }[]
          people: number
          groups: number
          created_at: string
          version: number
          can: readonly string[]
        }[]
        page: string
        size: number
        total: number
        can: readonly string[]
      }
    >
    /** Sets the order of the reports of a subgroup. Reports that are not named come last. Scope: `report.update`. */
    order: Method<{ subgroup_id: string; ids: readonly string[] }, { status: true; message?: string }>
    /** Where the newest report stands, and the user groups that were granted reports last, with their roles. An import offers them. Scope: `report.grant`. */
    readImportDefaults: Method<
      Readonly<Record<string, never>>,
      { subgroup_id: string | null; groups: readonly { id: string; name: string; roles: readonly string[] }[] }
    >
    /** The reports of a subgroup in their order. Scope: `report.manage`. */
    readOrder: Method<{ subgroup_id: string }, { data: readonly { id: string; name: string; hidden: 'S' | 'N' }[] }>
    /** One report with its settings. Scope: `report.manage`. */
    read: Method<
      { id: string },
      {
        id: string
        name: string
        description: string | null
        group_id: string
        group: string
        subgroup_id: string
        subgroup: string
        workspace_id: string
        workspace: string
        service_report_id: string
        row_security: 'S' | 'N'
        ignore_row_security: 'S' | 'N'
        ignore_role: string | null
        allow_edit: 'S' | 'N'
        show_page_navigation: 'S' | 'N'
        show_filter_pane: 'S' | 'N'
        show_hidden_pages: 'S' | 'N'
        show_visual_headers: 'S' | 'N'
        show_toolbar: 'S' | 'N'
        show_last_update: 'S' | 'N'
        show_on_app: 'S' | 'N'
        show_on_catalog: 'S' | 'N'
        show_mobile_background: 'S' | 'N'
        allow_comments: 'S' | 'N'
        export: 'S' | 'N'
        refresh_seconds: number | null
        orientation: 'auto' | 'landscape' | 'portrait'
        recommended_resolution: string | null
        catalog_description: string | null
        names: { 'pt-BR'?: string | null; 'en-US'?: string | null; es?: string | null; 'pt-PT'?: string | null }
        catalog_descriptions: {
          'pt-BR'?: string | null
          'en-US'?: string | null
          es?: string | null
          'pt-PT'?: string | null
        }
        hidden: 'S' | 'N'
        cover: string | null
        filters: readonly {
          table: string
          column: string
          operator: 'in' | 'not_in' | 'contains' | 'greater' | 'at_least' | 'less' | 'at_most' | 'blank' | 'not_blank'
          values: readonly (string | number)[]
          field?: string | null
        }[]
        tags: readonly { id: string; name: string; color: 'gray' | 'red' | 'orange' | 'green' | 'blue' | 'violet' }[]
        pages_read_at: string | null
        created_at: string
        version: number
        can: readonly string[]
      }
    >
    /** Removes a report with its grants, favourites and views. The report at the report service stays. Scope: `report.remove`. */
    remove: Method<{ id: string }, { status: true; message?: string }>
    /** Changes a report; absent fields stay unchanged. Scope: `report.update`. */
    update: Method<
      {
        subgroup_id?: string | undefined
        name?: string | undefined
        description?: string | null | undefined
        tag_ids?: readonly string[] | undefined
        ignore_row_security?: 'S' | 'N' | undefined
        ignore_role?: string | null | undefined
        allow_edit?: 'S' | 'N' | undefined
        show_page_navigation?: 'S' | 'N' | undefined
        show_filter_pane?: 'S' | 'N' | undefined
        show_hidden_pages?: 'S' | 'N' | undefined
        show_visual_headers?: 'S' | 'N' | undefined
        show_toolbar?: 'S' | 'N' | undefined
        show_last_update?: 'S' | 'N' | undefined
        show_on_app?: 'S' | 'N' | undefined
        show_on_catalog?: 'S' | 'N' | undefined
        show_mobile_background?: 'S' | 'N' | undefined
        allow_comments?: 'S' | 'N' | undefined
        export?: 'S' | 'N' | undefined
        refresh_seconds?: number | null | undefined
        orientation?: 'auto' | 'landscape' | 'portrait' | undefined
        recommended_resolution?: string | null | undefined
        catalog_description?: string | null | undefined
        names?:
          | {
              'pt-BR'?: string | null | undefined
              'en-US'?: string | null | undefined
              es?: string | null | undefined
              'pt-PT'?: string | null | undefined
            }
          | undefined
        catalog_descriptions?:
          | {
              'pt-BR'?: string | null | undefined
              'en-US'?: string | null | undefined
              es?: string | null | undefined
              'pt-PT'?: string | null | undefined
            }
          | undefined
        hidden?: 'S' | 'N' | undefined
        cover?: string | null | undefined
        filters?:
          | readonly {
              table: string
              column: string
              operator:
                | 'in'
                | 'not_in'
                | 'contains'
                | 'greater'
                | 'at_least'
                | 'less'
                | 'at_most'
                | 'blank'
                | 'not_blank'
              values: readonly (string | number)[]
              field?: string | null | undefined
            }[]
          | undefined
        id: string
        version: number
      },
      { status: true; message?: string }
    >
  }
  scheduledExports: {
    /** The addressees of a run: who got the file, and who did not and why. Scope: `scheduled_export.read`. */
    listExportRecipients: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'person' | 'outcome' | undefined
        order?: 'asc' | 'desc' | undefined
        run_id: string
        outcome?:
          | 'waiting'
          | 'told'
          | 'blocked'
          | 'no_right'
          | 'no_export'
          | 'identity'
          | 'pages'
          | 'terms'
          | 'maintenance'
          | 'limit'
          | 'failed'
          | 'ended'
          | undefined
      },
      {
        data: readonly {
          id: string
          person: string | null
          email: string | null
          outcome:
            | 'waiting'
            | 'told'
            | 'blocked'
            | 'no_right'
            | 'no_export'
            | 'identity'
            | 'pages'
            | 'terms'
            | 'maintenance'
            | 'limit'
            | 'failed'
            | 'ended'
          problem:
            | 'owner'
            | 'report_gone'
            | 'export_off'
            | 'asleep'
            | 'busy'
            | 'unreachable'
            | 'account'
            | 'pages_gone'
            | 'no_capacity'
            | 'no_watermark'
            | 'too_large'
            | 'late'
            | 'missed'
            | 'failed'
            | null
          bytes: number | null
          told_at: string | null
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** The runs of a scheduled export, the newest first. Scope: `scheduled_export.read`. */
    listExportRuns: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'created_at' | undefined
        order?: 'asc' | 'desc' | undefined
        export_id: string
      },
      {
        data: readonly {
          id: string
          starter: string | null
          state: 'waiting' | 'delivered' | 'undelivered' | 'failed'
          problem:
            | 'owner'
            | 'report_gone'
            | 'export_off'
            | 'asleep'
            | 'busy'
            | 'unreachable'
            | 'account'
            | 'pages_gone'
            | 'no_capacity'
            | 'no_watermark'
            | 'too_large'
            | 'late'
            | 'missed'
            | 'failed'
            | null
          planned_at: string | null
          created_at: string
          ended_at: string | null
          files: number
          outcomes: readonly {
            outcome:
              | 'waiting'
              | 'told'
              | 'blocked'
              | 'no_right'
              | 'no_export'
              | 'identity'
              | 'pages'
              | 'terms'
              | 'maintenance'
              | 'limit'
              | 'failed'
              | 'ended'
            count: number
          }[]
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** One run of a scheduled export. Scope: `scheduled_export.read`. */
    readExportRun: Method<
      { id: string },
      {
        id: string
        starter: string | null
        state: 'waiting' | 'delivered' | 'undelivered' | 'failed'
        problem:
          | 'owner'
          | 'report_gone'
          | 'export_off'
          | 'asleep'
          | 'busy'
          | 'unreachable'
          | 'account'
          | 'pages_gone'
          | 'no_capacity'
          | 'no_watermark'
          | 'too_large'
          | 'late'
          | 'missed'
          | 'failed'
          | null
        planned_at: string | null
        created_at: string
        ended_at: string | null
        files: number
        outcomes: readonly {
          outcome:
            | 'waiting'
            | 'told'
            | 'blocked'
            | 'no_right'
            | 'no_export'
            | 'identity'
            | 'pages'
            | 'terms'
            | 'maintenance'
            | 'limit'
            | 'failed'
            | 'ended'
          count: number
        }[]
        export_id: string
        export: string
      }
    >
    /** A page of the scheduled exports. Scope: `scheduled_export.read`. */
    list: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'name' | 'last_at' | 'next_at' | 'created_at' | undefined
        order?: 'asc' | 'desc' | undefined
      },
      {
        data: readonly {
          name: string
          enabled: 'S' | 'N'
          report_id: string | null
          format: 'PDF' | 'PPTX' | 'PNG'
          pages: readonly string[] | null
          language: 'pt-BR' | 'en-US' | 'es' | 'pt-PT'
          frequency: 'daily' | 'weekly' | 'monthly'
          days: readonly ('MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY')[]
          month_days: readonly number[]
          times: readonly string[]
          timezone: string | null
          starts_on: string | null
          ends_on: string | null
          report: string | null
          owner: string | null
          people: readonly { id: string; name: string; email: string }[]
          groups: readonly { id: string; name: string; members: number }[]
          next_at: string | null
          last_state: 'waiting' | 'delivered' | 'undelivered' | 'failed' | null
          last_problem:
            | 'owner'
            | 'report_gone'
            | 'export_off'
            | 'asleep'
            | 'busy'
            | 'unreachable'
            | 'account'
            | 'pages_gone'
            | 'no_capacity'
            | 'no_watermark'
            | 'too_large'
            | 'late'
            | 'missed'
            | 'failed'
            | null
          last_at: string | null
          id: string
          created_at: string
          version: number
          can: readonly string[]
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** The first scheduled exports whose name contains a text, to choose from. Scope: `scheduled_export.read`. */
    select: Method<{ search?: string | undefined }, readonly { value: string; label: string }[]>
    /** One scheduled export. Scope: `scheduled_export.read`. */
    read: Method<
      { id: string },
      {
        name: string
        enabled: 'S' | 'N'
        report_id: string | null
        format: 'PDF' | 'PPTX' | 'PNG'
        pages: readonly string[] | null
        language: 'pt-BR' | 'en-US' | 'es' | 'pt-PT'
        frequency: 'daily' | 'weekly' | 'monthly'
        days: readonly ('MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY')[]
        month_days: readonly number[]
        times: readonly string[]
        timezone: string | null
        starts_on: string | null
        ends_on: string | null
        report: string | null
        owner: string | null
        people: readonly { id: string; name: string; email: string }[]
        groups: readonly { id: string; name: string; members: number }[]
        next_at: string | null
        last_state: 'waiting' | 'delivered' | 'undelivered' | 'failed' | null
        last_problem:
          | 'owner'
          | 'report_gone'
          | 'export_off'
          | 'asleep'
          | 'busy'
          | 'unreachable'
          | 'account'
          | 'pages_gone'
          | 'no_capacity'
          | 'no_watermark'
          | 'too_large'
          | 'late'
          | 'missed'
          | 'failed'
          | null
        last_at: string | null
        id: string
        created_at: string
        version: number
        can: readonly string[]
      }
    >
  }
  settings: {
    /** The settings of the business unit, and the caller’s IP address as the server sees it. Scope: `settings.read`. */
    read: Method<
      Readonly<Record<string, never>>,
      {
        home_page: 'dashboard' | 'reports' | 'report' | 'playlists' | 'catalogs'
        relatorio_id: string | null
        enable: 'S' | 'N'
        timezone: string
        listIp: readonly string[]
        save_filter: 'S' | 'N'
        show_menu_report: 'S' | 'N'
        show_name_report: 'S' | 'N'
        login_timeout: number
        auto_block_days: number
        mostrar_ultima_atualizacao_relatorio: 'S' | 'N'
        mostrar_ultima_atualizacao_relatorio_global: 'S' | 'N'
        enable_watermark: 'S' | 'N'
        watermark_text: string | null
        logo_page: string | null
        logo_page_default: 'S' | 'N'
        allow_access_remote: 'S' | 'N'
        user_import: 'S' | 'N'
        send_email_register_user: 'S' | 'N'
        enable_password: 'S' | 'N'
        min_character: number
        capital_letter: 'S' | 'N'
        special_characters: 'S' | 'N'
        expiry_time_password: number
        send_email_notification: 'S' | 'N'
        push_content: 'S' | 'N'
        enable_helpdesk: 'S' | 'N'
        send_email_helpdesk: 'S' | 'N'
        enable_auto_register: 'S' | 'N'
        registration_approval: 'S' | 'N'
        known_people: 'no' | 'ask' | 'at_once'
        registration_domains: readonly string[]
        mfa_master: 'S' | 'N' | null
        mfa_permission_admin: 'S' | 'N'
        mfa_trusted_browser: 'S' | 'N' | null
        enable_embedded: 'S' | 'N'
        domains_embedded_whitelist: readonly string[]
        home_report: string | null
        registration_allowed: 'S' | 'N'
        push_available: 'S' | 'N'
        sender: {
          name: string
          email: string
          host: string
          port: number
          protocol: 'smtp' | 'starttls' | 'smtps'
          user: string | null
          password: null
          password_set: 'S' | 'N'
          proven: 'S' | 'N'
        } | null
        platform_sender: string | null
        version: number
        ip: string
        last_update: string | null
        token_embedded: null
        token_embedded_at: string | null
        can: readonly string[]
      }
    >
    /** The origins that may show pages of a host in a frame. A host is named by the id of its domain, or by that of its business unit. Scope: `settings.read`. */
    readWhitelist: Method<
      { domain_id: string },
      { domain_id: string; enable_embedded: 'S' | 'N'; domains_embedded_whitelist: readonly string[] }
    >
  }
  shifts: {
    /** A page of the shifts. Scope: `shift.read`. */
    list: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'name' | 'people' | 'created_at' | undefined
        order?: 'asc' | 'desc' | undefined
      },
      {
        data: readonly {
          name: string
          hours: readonly {
            day: 'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY'
            from: string
            to: string
          }[]
          people: number
          id: string
          created_at: string
          version: number
          can: readonly string[]
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** The first shifts whose name contains a text, to choose from. Scope: `shift.read`. */
    select: Method<{ search?: string | undefined }, readonly { value: string; label: string }[]>
    /** One shift. Scope: `shift.read`. */
    read: Method<
      { id: string },
      {
        name: string
        hours: readonly {
          day: 'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY'
          from: string
          to: string
        }[]
        people: number
        id: string
        created_at: string
        version: number
        can: readonly string[]
      }
    >
    /** Adds a shift. Scope: `shift.add`. */
    add: Method<
      {
        name: string
        hours: readonly {
          day: 'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY'
          from: string
          to: string
        }[]
      },
      { status: true; id: string }
    >
    /** Changes a shift; absent fields stay as they are. Scope: `shift.update`. */
    update: Method<
      {
        name?: string | undefined
        hours?:
          | readonly {
              day: 'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY'
              from: string
              to: string
            }[]
          | undefined
        id: string
        version: number
      },
      { status: true; message?: string }
    >
    /** Removes a shift with what belongs to it. Scope: `shift.remove`. */
    remove: Method<{ id: string }, { status: true; message?: string }>
  }
  subgroups: {
    /** Adds a subgroup at the end of its report group. Scope: `report_group.add`. */
    addSubgroup: Method<
      {
        name: string
        names?:
          | {
              'pt-BR'?: string | null | undefined
              'en-US'?: string | null | undefined
              es?: string | null | undefined
              'pt-PT'?: string | null | undefined
            }
          | undefined
        group_id: string
      },
      { status: true; id: string }
    >
    /** Subgroups of the business unit, or of one report group; a search covers the names of both. Scope: `report_group.read`. */
    list: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'position' | 'name' | 'reports' | undefined
        order?: 'asc' | 'desc' | undefined
        group_id?: string | undefined
      },
      {
        data: readonly {
          id: string
          name: string
          names: { 'pt-BR'?: string | null; 'en-US'?: string | null; es?: string | null; 'pt-PT'?: string | null }
          group_id: string
          group: string
          reports: number
          version: number
          can: readonly string[]
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** Moves a subgroup within its report group to a position, counted from 0; a position beyond the end means the end. Scope: `report_group.update`. */
    moveSubgroup: Method<{ id: string; position: number }, { status: true; message?: string }>
    /** One subgroup. Scope: `report_group.read`. */
    readSubgroup: Method<
      { id: string },
      {
        id: string
        name: string
        names: { 'pt-BR'?: string | null; 'en-US'?: string | null; es?: string | null; 'pt-PT'?: string | null }
        group_id: string
        group: string
        reports: number
        version: number
        can: readonly string[]
      }
    >
    /** Removes a subgroup; refused while it contains a report. Scope: `report_group.remove`. */
    removeSubgroup: Method<{ id: string }, { status: true; message?: string }>
    /** Changes a subgroup, or moves it with its reports to another report group; absent fields stay unchanged. Scope: `report_group.update`. */
    updateSubgroup: Method<
      {
        name?: string | undefined
        names?:
          | {
              'pt-BR'?: string | null | undefined
              'en-US'?: string | null | undefined
              es?: string | null | undefined
              'pt-PT'?: string | null | undefined
            }
          | undefined
        group_id?: string | undefined
        id: string
        version: number
      },
      { status: true; message?: string }
    >
  }
  tags: {
    /** A page of the tags. Scope: `tag.read`. */
    list: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'name' | 'reports' | 'created_at' | undefined
        order?: 'asc' | 'desc' | undefined
      },
      {
        data: readonly {
          name: string
          color: 'gray' | 'red' | 'orange' | 'green' | 'blue' | 'violet'
          reports: number
          id: string
          created_at: string
          version: number
          can: readonly string[]
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** The first tags whose name contains a text, to choose from. Scope: `tag.read`. */
    select: Method<{ search?: string | undefined }, readonly { value: string; label: string }[]>
    /** One tag. Scope: `tag.read`. */
    read: Method<
      { id: string },
      {
        name: string
        color: 'gray' | 'red' | 'orange' | 'green' | 'blue' | 'violet'
        reports: number
        id: string
        created_at: string
        version: number
        can: readonly string[]
      }
    >
    /** Adds a tag. Scope: `tag.add`. */
    add: Method<
      { name: string; color: 'gray' | 'red' | 'orange' | 'green' | 'blue' | 'violet' },
      { status: true; id: string }
    >
    /** Changes a tag; absent fields stay as they are. Scope: `tag.update`. */
    update: Method<
      {
        name?: string | undefined
        color?: 'gray' | 'red' | 'orange' | 'green' | 'blue' | 'violet' | undefined
        id: string
        version: number
      },
      { status: true; message?: string }
    >
    /** Removes a tag with what belongs to it. Scope: `tag.remove`. */
    remove: Method<{ id: string }, { status: true; message?: string }>
  }
  tasks: {
    /** The addressees of a run: by which channels each was told, or why not. Scope: `task.read`. */
    listRecipients: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'person' | 'outcome' | undefined
        order?: 'asc' | 'desc' | undefined
        run_id: string
        outcome?:
          | 'waiting'
          | 'told'
          | 'digest'
          | 'policy'
          | 'silenced'
          | 'acknowledged'
          | 'paused'
          | 'condition'
          | 'no_rows'
          | 'no_right'
          | 'identity'
          | 'filters'
          | 'blocked'
          | 'unsubscribed'
          | 'limit'
          | 'identities'
          | 'failed'
          | 'ended'
          | undefined
      },
      {
        data: readonly {
          id: string
          person: string | null
          email: string | null
          outcome:
            | 'waiting'
            | 'told'
            | 'digest'
            | 'policy'
            | 'silenced'
            | 'acknowledged'
            | 'paused'
            | 'condition'
            | 'no_rows'
            | 'no_right'
            | 'identity'
            | 'filters'
            | 'blocked'
            | 'unsubscribed'
            | 'limit'
            | 'identities'
            | 'failed'
            | 'ended'
          channels: readonly ('portal' | 'email')[]
          problem:
            | 'query'
            | 'too_many_rows'
            | 'row_security'
            | 'busy'
            | 'account'
            | 'refused'
            | 'unreachable'
            | 'asleep'
            | 'failed'
            | 'column'
            | 'value'
            | 'row_key'
            | 'duplicate_key'
            | 'too_many_states'
            | 'died'
            | 'unit_closed'
            | 'owner_gone'
            | 'right_lost'
            | 'report_gone'
            | 'dataset_gone'
            | 'identity'
            | null
          told_at: string | null
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** The runs of a task, the newest first. Scope: `task.read`. */
    listRuns: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'created_at' | undefined
        order?: 'asc' | 'desc' | undefined
        task_id: string
      },
      {
        data: readonly {
          id: string
          cause: 'trigger' | 'person'
          starter: string | null
          state: 'waiting' | 'notified' | 'held' | 'quiet' | 'recorded' | 'untold' | 'missed' | 'failed' | 'stopped'
          problem:
            | 'query'
            | 'too_many_rows'
            | 'row_security'
            | 'busy'
            | 'account'
            | 'refused'
            | 'unreachable'
            | 'asleep'
            | 'failed'
            | 'column'
            | 'value'
            | 'row_key'
            | 'duplicate_key'
            | 'too_many_states'
            | 'died'
            | 'unit_closed'
            | 'owner_gone'
            | 'right_lost'
            | 'report_gone'
            | 'dataset_gone'
            | 'identity'
            | null
          withheld: 'silenced' | 'acknowledged' | null
          task_state: 'ok' | 'pending' | 'firing' | 'recovering' | 'no_data' | 'error' | null
          state_before:
            | 'waiting'
            | 'notified'
            | 'held'
            | 'quiet'
            | 'recorded'
            | 'untold'
            | 'missed'
            | 'failed'
            | 'stopped'
            | null
          row_count: number | null
          matched: number | null
          paused_rows: number | null
          value: string | null
          queries: number | null
          query_ms: number | null
          receipts: number | null
          untold: number | null
          outcomes: readonly {
            outcome:
              | 'waiting'
              | 'told'
              | 'digest'
              | 'policy'
              | 'silenced'
              | 'acknowledged'
              | 'paused'
              | 'condition'
              | 'no_rows'
              | 'no_right'
              | 'identity'
              | 'filters'
              | 'blocked'
              | 'unsubscribed'
              | 'limit'
              | 'identities'
              | 'failed'
              | 'ended'
            count: number
          }[]
          webhook: 'waiting' | 'delivered' | 'failed' | null
          node: string | null
          planned_at: string | null
          missed: number | null
          missed_from: string | null
          missed_until: string | null
          created_at: string
          ended_at: string | null
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** The silences and acknowledgements of a task that hold now and its paused rows, the newest first. Scope: `task.read`. */
    listSilences: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'created_at' | undefined
        order?: 'asc' | 'desc' | undefined
        task_id: string
      },
      {
        data: readonly {
          id: string
          kind: 'acknowledged' | 'until' | 'weekends' | 'paused'
          is_whole: boolean
          label: string | null
          note: string | null
          until: string | null
          person: string | null
          created_at: string
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** The states of the rows of a task, the firing ones first, with the paused rows. A task without a key of rows has none. Scope: `task.read`. */
    listStates: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'state' | 'since' | undefined
        order?: 'asc' | 'desc' | undefined
        task_id: string
      },
      {
        data: readonly {
          id: string
          label: string | null
          state: 'ok' | 'pending' | 'firing' | 'recovering' | 'no_data' | 'error' | 'paused'
          reason: 'holds' | 'cleared' | 'gone' | 'no_data' | 'error' | 'paused'
          since: string
          withheld: 'silenced' | 'acknowledged' | null
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** One run of a task. Scope: `task.read`. */
    readRun: Method<
      { id: string },
      {
        id: string
        cause: 'trigger' | 'person'
        starter: string | null
        state: 'waiting' | 'notified' | 'held' | 'quiet' | 'recorded' | 'untold' | 'missed' | 'failed' | 'stopped'
        problem:
          | 'query'
          | 'too_many_rows'
          | 'row_security'
          | 'busy'
          | 'account'
          | 'refused'
          | 'unreachable'
          | 'asleep'
          | 'failed'
          | 'column'
          | 'value'
          | 'row_key'
          | 'duplicate_key'
          | 'too_many_states'
          | 'died'
          | 'unit_closed'
          | 'owner_gone'
          | 'right_lost'
          | 'report_gone'
          | 'dataset_gone'
          | 'identity'
          | null
        withheld: 'silenced' | 'acknowledged' | null
        task_state: 'ok' | 'pending' | 'firing' | 'recovering' | 'no_data' | 'error' | null
        state_before:
          | 'waiting'
          | 'notified'
          | 'held'
          | 'quiet'
          | 'recorded'
          | 'untold'
          | 'missed'
          | 'failed'
          | 'stopped'
          | null
        row_count: number | null
        matched: number | null
        paused_rows: number | null
        value: string | null
        queries: number | null
        query_ms: number | null
        receipts: number | null
        untold: number | null
        outcomes: readonly {
          outcome:
            | 'waiting'
            | 'told'
            | 'digest'
            | 'policy'
            | 'silenced'
            | 'acknowledged'
            | 'paused'
            | 'condition'
            | 'no_rows'
            | 'no_right'
            | 'identity'
            | 'filters'
            | 'blocked'
            | 'unsubscribed'
            | 'limit'
            | 'identities'
            | 'failed'
            | 'ended'
          count: number
        }[]
        webhook: 'waiting' | 'delivered' | 'failed' | null
        node: string | null
        planned_at: string | null
        missed: number | null
        missed_from: string | null
        missed_until: string | null
        created_at: string
        ended_at: string | null
        task_id: string
        task: string
      }
    >
    /** A page of the tasks. Scope: `task.read`. */
    list: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'name' | 'state' | 'last_at' | 'next_at' | 'created_at' | undefined
        order?: 'asc' | 'desc' | undefined
        state?: 'ok' | 'pending' | 'firing' | 'recovering' | 'no_data' | 'error' | 'paused' | 'never' | undefined
      },
      {
        data: readonly {
          name: string
          enabled: 'S' | 'N'
          report_id: string | null
          workspace_id: string | null
          service_dataset_id: string | null
          dataset_name: string | null
          type: 'single' | 'list'
          dax: string
          column_name: string | null
          operator:
            | 'equal'
            | 'not_equal'
            | 'greater'
            | 'greater_or_equal'
            | 'less'
            | 'less_or_equal'
            | 'contains'
            | 'is_blank'
            | 'is_not_blank'
            | 'changed'
            | 'changed_by'
          value: string | null
          variables: readonly { name: string; value: string; substitution: 'column' | 'text' | 'number' | 'day' }[]
          message: { 'pt-BR': string | null; 'en-US': string | null; es: string | null; 'pt-PT': string | null }
          row_key: readonly string[]
          clear_value: string | null
          fire_runs: number
          fire_of: number
          recover_runs: number
          on_no_data: 'evaluate' | 'keep' | 'alarm' | 'ok'
          on_error: 'keep' | 'alarm' | 'ok'
          repeat_policy: 'always' | 'on_change' | 'once_per_week' | 'once_per_month' | 'only_execute_dax'
          tells_recovery: 'S' | 'N'
          late_hours: number
          channels: readonly ('portal' | 'email' | 'webhook')[]
          webhook_url: string | null
          target: 'chosen' | 'admin' | 'user' | 'everybody'
          send_to_self: 'S' | 'N'
          report: string | null
          owner: string | null
          is_own: 'S' | 'N'
          people: readonly { id: string; name: string; email: string }[]
          groups: readonly { id: string; name: string; members: number }[]
          triggers: readonly { id: string; name: string }[]
          next_at: string | null
          has_webhook_secret: 'S' | 'N'
          stopped: 'owner_gone' | 'right_lost' | 'report_gone' | 'dataset_gone' | 'identity' | null
          state: 'ok' | 'pending' | 'firing' | 'recovering' | 'no_data' | 'error' | null
          state_reason: 'holds' | 'cleared' | 'gone' | 'no_data' | 'error' | null
          state_since: string | null
          withheld: 'silenced' | 'acknowledged' | null
          last_state:
            | 'waiting'
            | 'notified'
            | 'held'
            | 'quiet'
            | 'recorded'
            | 'untold'
            | 'missed'
            | 'failed'
            | 'stopped'
            | null
          last_problem:
            | 'query'
            | 'too_many_rows'
            | 'row_security'
            | 'busy'
            | 'account'
            | 'refused'
            | 'unreachable'
            | 'asleep'
            | 'failed'
            | 'column'
            | 'value'
            | 'row_key'
            | 'duplicate_key'
            | 'too_many_states'
            | 'died'
            | 'unit_closed'
            | 'owner_gone'
            | 'right_lost'
            | 'report_gone'
            | 'dataset_gone'
            | 'identity'
            | null
          last_at: string | null
          last_shown: string | null
          id: string
          created_at: string
          version: number
          can: readonly string[]
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** The first tasks whose name contains a text, to choose from. Scope: `task.read`. */
    select: Method<{ search?: string | undefined }, readonly { value: string; label: string }[]>
    /** One task. Scope: `task.read`. */
    read: Method<
      { id: string },
      {
        name: string
        enabled: 'S' | 'N'
        report_id: string | null
        workspace_id: string | null
        service_dataset_id: string | null
        dataset_name: string | null
        type: 'single' | 'list'
        dax: string
        column_name: string | null
        operator:
          | 'equal'
          | 'not_equal'
          | 'greater'
          | 'greater_or_equal'
          | 'less'
          | 'less_or_equal'
          | 'contains'
          | 'is_blank'
          | 'is_not_blank'
          | 'changed'
          | 'changed_by'
        value: string | null
        variables: readonly { name: string; value: string; substitution: 'column' | 'text' | 'number' | 'day' }[]
        message: { 'pt-BR': string | null; 'en-US': string | null; es: string | null; 'pt-PT': string | null }
        row_key: readonly string[]
        clear_value: string | null
        fire_runs: number
        fire_of: number
        recover_runs: number
        on_no_data: 'evaluate' | 'keep' | 'alarm' | 'ok'
        on_error: 'keep' | 'alarm' | 'ok'
        repeat_policy: 'always' | 'on_change' | 'once_per_week' | 'once_per_month' | 'only_execute_dax'
        tells_recovery: 'S' | 'N'
        late_hours: number
        channels: readonly ('portal' | 'email' | 'webhook')[]
        webhook_url: string | null
        target: 'chosen' | 'admin' | 'user' | 'everybody'
        send_to_self: 'S' | 'N'
        report: string | null
        owner: string | null
        is_own: 'S' | 'N'
        people: readonly { id: string; name: string; email: string }[]
        groups: readonly { id: string; name: string; members: number }[]
        triggers: readonly { id: string; name: string }[]
        next_at: string | null
        has_webhook_secret: 'S' | 'N'
        stopped: 'owner_gone' | 'right_lost' | 'report_gone' | 'dataset_gone' | 'identity' | null
        state: 'ok' | 'pending' | 'firing' | 'recovering' | 'no_data' | 'error' | null
        state_reason: 'holds' | 'cleared' | 'gone' | 'no_data' | 'error' | null
        state_since: string | null
        withheld: 'silenced' | 'acknowledged' | null
        last_state:
          | 'waiting'
          | 'notified'
          | 'held'
          | 'quiet'
          | 'recorded'
          | 'untold'
          | 'missed'
          | 'failed'
          | 'stopped'
          | null
        last_problem:
          | 'query'
          | 'too_many_rows'
          | 'row_security'
          | 'busy'
          | 'account'
          | 'refused'
          | 'unreachable'
          | 'asleep'
          | 'failed'
          | 'column'
          | 'value'
          | 'row_key'
          | 'duplicate_key'
          | 'too_many_states'
          | 'died'
          | 'unit_closed'
          | 'owner_gone'
          | 'right_lost'
          | 'report_gone'
          | 'dataset_gone'
          | 'identity'
          | null
        last_at: string | null
        last_shown: string | null
        id: string
        created_at: string
        version: number
        can: readonly string[]
      }
    >
  }
  tickets: {
    /** Uploads a file for a ticket or a follow-up that the caller writes: png, jpg, jpeg, webp, pdf, docx, xlsx, pptx, csv, txt, log. Scope: `ticket.add`. */
    addAttachment: UploadMethod<
      { name: string },
      { status: true; attachment: { id: string; name: string; bytes: number; picture: string | null } }
    >
    /** Opens a ticket and tells who handles tickets. Scope: `ticket.add`. */
    add: Method<
      {
        name: string
        text: string
        priority?: 'low' | 'medium' | 'high' | undefined
        report_id?: string | null | undefined
        view?:
          | {
              page: string | null
              page_name: string | null
              filters: readonly Readonly<Record<string, unknown>>[]
              slicers: readonly { visual: string; state: Readonly<Record<string, unknown>> }[]
              refreshed_at: string | null
            }
          | null
          | undefined
        attachments?: readonly string[] | undefined
      },
      { status: true; id: string; number: number }
    >
    /** Adds a follow-up and tells the other side. With `status` it also gives the ticket that status. With `internal` it is a note that only people who handle tickets read. With `waits` working time is not counted until the reply. Removes the caller’s draft. Scope: `ticket.add`. */
    answer: Method<
      {
        ticket_id: string
        text: string
        status?: 'open' | 'on_going' | 'closed' | 'ongoing' | 'solved' | null | undefined
        internal?: 'S' | 'N' | undefined
        waits?: 'S' | 'N' | undefined
        attachments?: readonly string[] | undefined
      },
      { status: true; id: string }
    >
    /** Gives the ticket a status. Who opened it may resolve it and open it again. Scope: `ticket.add`. */
    changeTicketStatus: Method<
      { id: string; status: 'open' | 'on_going' | 'closed' | 'ongoing' | 'solved' },
      { status: true; message?: string }
    >
    /** Ends the known fault of a ticket: answers all its unresolved tickets with one text and resolves them, and tells who follows it. `tickets`: their number that the caller has confirmed. Scope: `ticket.handle`. */
    endTicketFault: Method<{ id: string; text: string; tickets: number }, { status: true; message?: string }>
    /** Hands the ticket up to the staff of the partner, or takes it back to the business unit, with a note for people who handle tickets. Scope: `ticket.handle`. */
    hand: Method<{ id: string; level: 'unit' | 'partner'; note: string }, { status: true; message?: string }>
    /** The caller’s tickets; for who handles tickets those of everybody. `handling`: only those that the caller handles. Scope: `ticket.read`. */
    list: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'changed_at' | 'created_at' | 'number' | 'name' | 'priority' | 'estimated_at' | 'due_at' | undefined
        order?: 'asc' | 'desc' | undefined
        status?: 'open' | 'on_going' | 'closed' | 'ongoing' | 'solved' | undefined
        priority?: 'low' | 'medium' | 'high' | undefined
        handling?: 'S' | 'N' | undefined
        overdue?: 'S' | 'N' | undefined
      },
      {
        data: readonly {
          id: string
          number: number
          name: string
          status: 'open' | 'on_going' | 'closed'
          priority: 'low' | 'medium' | 'high'
          opened_by: { id: string; name: string } | null
          handler: { id: string; name: string } | null
          estimated_at: string | null
          created_at: string
          changed_at: string
          rating: 'good' | 'bad' | null
          level: 'unit' | 'partner' | 'platform' | null
          waiting: 'S' | 'N'
          due: { kind: 'first_answer' | 'resolution'; at: string; minutes_left: number } | null
          can: readonly string[]
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** Links a ticket to the known fault of its report, which its readers see from then on; at most 200 tickets. Scope: `ticket.handle`. */
    markTicketFault: Method<{ id: string }, { status: true; message?: string }>
    /** Merges a duplicate into another ticket. The duplicate is resolved for good; the person who opened it reads and answers the other one. Scope: `ticket.handle`. */
    merge: Method<{ id: string; into_id: string }, { status: true; message?: string }>
    /** The bytes of an attachment, as a download. Scope: `ticket.read`. */
    readAttachment: FileMethod<{ id: string }>
    /** One ticket with its follow-ups, the oldest first; at most the last 500. Scope: `ticket.read`. */
    read: Method<
      { id: string },
      {
        id: string
        number: number
        name: string
        status: 'open' | 'on_going' | 'closed'
        priority: 'low' | 'medium' | 'high'
        opened_by: { id: string; name: string } | null
        handler: { id: string; name: string } | null
        estimated_at: string | null
        created_at: string
        changed_at: string
        rating: 'good' | 'bad' | null
        level: 'unit' | 'partner' | 'platform' | null
        waiting: 'S' | 'N'
        due: { kind: 'first_answer' | 'resolution'; at: string; minutes_left: number } | null
        can: readonly string[]
        text: string
        report: { id: string; name: string } | null
        view: {
          refreshed_at: string | null
          browser: string | null
          language: 'pt-BR' | 'en-US' | 'es' | 'pt-PT'
          state: {
            page: string | null
            page_name: string | null
            filters: readonly Readonly<Record<string, unknown>>[]
            slicers: readonly { visual: string; state: Readonly<Record<string, unknown>> }[]
          } | null
        } | null
        fault: { since: string; tickets: number } | null
        merged_into: { id: string; number: number; name: string } | null
        merged: readonly { id: string; number: number; name: string }[]
        closed_at: string | null
        rating_comment: string | null
        language: 'pt-BR' | 'en-US' | 'es' | 'pt-PT' | null
        attachments: readonly { id: string; name: string; bytes: number; picture: string | null }[]
        follow_ups: readonly {
          id: string
          author: { id: string; name: string } | null
          by_handler: 'S' | 'N'
          internal: 'S' | 'N'
          text: string | null
          by_mail: 'S' | 'N'
          mail_rest: string | null
          mail_refused: readonly string[]
          mail_sender: string | null
          status: 'open' | 'on_going' | 'closed' | null
          from_number: number | null
          level: 'unit' | 'partner' | 'platform' | null
          created_at: string
          attachments: readonly { id: string; name: string; bytes: number; picture: string | null }[]
        }[]
        answering: readonly { name: string; until: string }[]
        draft: { text: string; internal: 'S' | 'N'; saved_at: string } | null
        version: number
      }
    >
    /** Removes a ticket with its follow-ups and attachments. Scope: `ticket.remove`. */
    remove: Method<{ id: string }, { status: true; message?: string }>
    /** Keeps what the caller has written in a ticket and not sent yet. Without a text it removes the draft. Scope: `ticket.add`. */
    saveDraft: Method<
      { ticket_id: string; text: string | null; internal?: 'S' | 'N' | undefined },
      { status: true; message?: string }
    >
    /** The first people who may handle tickets and whose name contains a text. Scope: `ticket.handle`. */
    selectHandlers: Method<{ search?: string | undefined }, readonly { value: string; label: string }[]>
    /** The last tickets whose number and subject contain a text, without merged ones. Scope: `ticket.handle`. */
    select: Method<{ search?: string | undefined }, readonly { value: string; label: string }[]>
    /** Makes the caller the handler of the ticket. Scope: `ticket.handle`. */
    take: Method<{ id: string }, { status: true; message?: string }>
    /** Takes a ticket out of the known fault of its report. The fault is removed with its last ticket. Scope: `ticket.handle`. */
    unmarkTicketFault: Method<{ id: string }, { status: true; message?: string }>
    /** Changes priority, handler and estimated time of a ticket. Scope: `ticket.handle`. */
    update: Method<
      {
        id: string
        version: number
        priority?: 'low' | 'medium' | 'high' | undefined
        handler_id?: string | null | undefined
        estimated_at?: string | null | undefined
      },
      { status: true; message?: string }
    >
  }
  triggers: {
    /** The next runs of a trigger that is being edited. Stores nothing. Scope: `trigger.read`. */
    previewRuns: Method<
      {
        frequency: 'daily' | 'weekly' | 'monthly'
        days: readonly ('MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY')[]
        month_days: readonly number[]
        times: readonly string[]
        timezone: string | null
        starts_on: string | null
        ends_on: string | null
      },
      { timezone: string; runs: readonly { at: string; time: string; clock_change: 'skipped' | 'repeated' | null }[] }
    >
    /** A page of the triggers. Scope: `trigger.read`. */
    list: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'name' | 'next_at' | 'created_at' | undefined
        order?: 'asc' | 'desc' | undefined
      },
      {
        data: readonly {
          name: string
          enabled: 'S' | 'N'
          frequency: 'daily' | 'weekly' | 'monthly'
          days: readonly ('MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY')[]
          month_days: readonly number[]
          times: readonly string[]
          timezone: string | null
          starts_on: string | null
          ends_on: string | null
          tasks: readonly { id: string; name: string }[]
          next_at: string | null
          id: string
          created_at: string
          version: number
          can: readonly string[]
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** The first triggers whose name contains a text, to choose from. Scope: `trigger.read`. */
    select: Method<{ search?: string | undefined }, readonly { value: string; label: string }[]>
    /** One trigger. Scope: `trigger.read`. */
    read: Method<
      { id: string },
      {
        name: string
        enabled: 'S' | 'N'
        frequency: 'daily' | 'weekly' | 'monthly'
        days: readonly ('MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY')[]
        month_days: readonly number[]
        times: readonly string[]
        timezone: string | null
        starts_on: string | null
        ends_on: string | null
        tasks: readonly { id: string; name: string }[]
        next_at: string | null
        id: string
        created_at: string
        version: number
        can: readonly string[]
      }
    >
  }
  usage: {
    /** Views, readers and waiting times of each day of a period, also of days without a view. Scope: `usage.read`. */
    listDays: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'day' | 'views' | undefined
        order?: 'asc' | 'desc' | undefined
        from?: string | undefined
        to?: string | undefined
        origin?: 'report' | 'app' | 'playlist' | 'home' | 'embedded' | 'management' | undefined
        group_id?: string | undefined
        report_id?: string | undefined
        user_id?: string | undefined
      },
      {
        data: readonly {
          day: string
          views: number
          readers: number
          load_p50: number | null
          load_p95: number | null
          render_p50: number | null
          render_p95: number | null
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** Views and readers of each hour of the day in a period. Scope: `usage.read`. */
    listHours: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'hour' | 'views' | undefined
        order?: 'asc' | 'desc' | undefined
        from?: string | undefined
        to?: string | undefined
        origin?: 'report' | 'app' | 'playlist' | 'home' | 'embedded' | 'management' | undefined
        group_id?: string | undefined
        report_id?: string | undefined
        user_id?: string | undefined
      },
      { data: readonly { hour: number; views: number; readers: number }[]; page: string; size: number; total: number }
    >
    /** Each page of a report that was read in a period, with its views and readers. Scope: `usage.read`. */
    listPage: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'views' | 'name' | 'report' | 'readers' | undefined
        order?: 'asc' | 'desc' | undefined
        from?: string | undefined
        to?: string | undefined
        origin?: 'report' | 'app' | 'playlist' | 'home' | 'embedded' | 'management' | undefined
        group_id?: string | undefined
        report_id?: string | undefined
        user_id?: string | undefined
      },
      {
        data: readonly {
          id: string
          report_id: string
          report: string
          name: string
          views: number
          readers: number
          last_view_at: string
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** Each person with their views and reports of a period, and their last view ever. Scope: `usage.read`. */
    listPeople: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'views' | 'person' | 'reports' | 'last_view_at' | undefined
        order?: 'asc' | 'desc' | undefined
        from?: string | undefined
        to?: string | undefined
        origin?: 'report' | 'app' | 'playlist' | 'home' | 'embedded' | 'management' | undefined
        group_id?: string | undefined
        report_id?: string | undefined
        user_id?: string | undefined
        seen?: 'yes' | 'no' | 'never' | undefined
      },
      {
        data: readonly {
          id: string
          person: string | null
          email: string | null
          views: number
          reports: number
          last_view_at: string | null
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** Each report with its views, readers, failures and waiting times of a period, and its last view ever. Scope: `usage.read`. */
    listReport: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'views' | 'name' | 'readers' | 'failed' | 'last_view_at' | 'load_p95' | 'render_p95' | undefined
        order?: 'asc' | 'desc' | undefined
        from?: string | undefined
        to?: string | undefined
        origin?: 'report' | 'app' | 'playlist' | 'home' | 'embedded' | 'management' | undefined
        group_id?: string | undefined
        report_id?: string | undefined
        user_id?: string | undefined
        seen?: 'yes' | 'tv' | 'no' | 'never' | undefined
      },
      {
        data: readonly {
          id: string
          name: string
          place: string
          hidden: 'S' | 'N'
          views: number
          readers: number
          failed: number
          tv_views: number
          load_p50: number | null
          load_p95: number | null
          render_p50: number | null
          render_p95: number | null
          last_view_at: string | null
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** Views, readers and waiting times of a period, in total, by day and by hour of the day. Scope: `usage.read`. */
    read: Method<
      {
        from?: string | undefined
        to?: string | undefined
        origin?: 'report' | 'app' | 'playlist' | 'home' | 'embedded' | 'management' | undefined
        group_id?: string | undefined
        report_id?: string | undefined
        user_id?: string | undefined
      },
      {
        views: number
        readers: number
        failed: number
        load_p50: number | null
        load_p95: number | null
        render_p50: number | null
        render_p95: number | null
        people: number
        reports: number
        unread_reports: number
        tv_only_reports: number
        silent_people: number
        days: readonly {
          day: string
          views: number
          readers: number
          load_p50: number | null
          load_p95: number | null
          render_p50: number | null
          render_p95: number | null
        }[]
        hours: readonly { hour: number; views: number; readers: number }[]
      }
    >
  }
  userGroups: {
    /** Adds a user group. Scope: `user_group.add`. */
    add: Method<
      { name: string; description: string | null; member_ids: readonly string[] },
      { status: true; id: string }
    >
    /** User groups of the business unit. Scope: `user_group.read`. */
    list: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'name' | 'members' | 'created_at' | undefined
        order?: 'asc' | 'desc' | undefined
      },
      {
        data: readonly {
          id: string
          name: string
          description: string | null
          members: number
          created_at: string
          version: number
          can: readonly string[]
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** One user group with its people. Scope: `user_group.read`. */
    read: Method<
      { id: string },
      {
        id: string
        name: string
        description: string | null
        members: readonly { id: string; name: string; email: string }[]
        version: number
        can: readonly string[]
      }
    >
    /** Removes a user group and its grants. Scope: `user_group.remove`. */
    remove: Method<{ id: string }, { status: true; message?: string }>
    /** The first user groups whose name contains a text, for a picker. Scope: `user_group.read`. */
    select: Method<{ search?: string | undefined }, readonly { value: string; label: string; members: number }[]>
    /** Changes a user group; absent fields stay unchanged. Scope: `user_group.update`. */
    update: Method<
      {
        name?: string | undefined
        description?: string | null | undefined
        member_ids?: readonly string[] | undefined
        id: string
        version: number
      },
      { status: true; message?: string }
    >
  }
  users: {
    /** Adds a person to the business unit. Scope: `user.add`. */
    add: Method<
      {
        nome_usuario: string
        email: string
        phone: string | null
        password?: string | undefined
        perfil_usuario: 'admin' | 'user'
        state: 'A' | 'B' | 'I' | 'T' | 'D'
        department: string | null
        language: 'pt-BR' | 'en-US' | 'es' | 'pt-PT'
        group_ids: readonly string[]
        configure_saml?: 'S' | 'N' | undefined
        configure_two_factor?: 'S' | 'N' | undefined
        import_users?: 'S' | 'N' | undefined
        remote_access?: 'S' | 'N' | undefined
        create_notifications?: 'S' | 'N' | undefined
        update_datasets?: 'S' | 'N' | undefined
        edit_reports?: 'S' | 'N' | undefined
        support_agent?: 'S' | 'N' | undefined
        ignore_auto_block?: 'S' | 'N' | undefined
        shift_id?: string | null | undefined
        custom?: Readonly<Record<string, string | number | readonly string[] | null>> | undefined
        block_on?: string | null | undefined
        delete_on?: string | null | undefined
        invite_at?: string | null | undefined
      },
      { status: true; id: string; invited: 'S' | 'N'; link: string | null }
    >
    /** Changes some fields of a person, and adds and removes groups; absent fields stay unchanged. For changes of many people. Scope: `user.update`. */
    changeUserFields: Method<
      {
        id: string
        department?: string | null | undefined
        language?: 'pt-BR' | 'en-US' | 'es' | 'pt-PT' | undefined
        join_group_ids?: readonly string[] | undefined
        leave_group_ids?: readonly string[] | undefined
        block_on?: string | null | undefined
        delete_on?: string | null | undefined
        custom?: Readonly<Record<string, string | number | readonly string[] | null>> | undefined
      },
      { status: true; message?: string }
    >
    /** Enables (A), disables (I), blocks (B) or deactivates (D) a person, or makes a test user (T); their sessions end at once. Scope: `user.update`. */
    changeUserState: Method<{ id: string; status: 'A' | 'B' | 'I' | 'T' | 'D' }, { status: true; message?: string }>
    /** Ends all sessions of a person in this business unit. Scope: `user.update`. */
    forceLogout: Method<{ id: string }, { status: true; message?: string }>
    /** People of the business unit. Scope: `user.read`. */
    list: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'name' | 'email' | 'profile' | 'state' | 'last_sign_in_at' | 'created_at' | undefined
        order?: 'asc' | 'desc' | undefined
        profile?: 'admin' | 'user' | undefined
        state?: 'A' | 'B' | 'I' | 'T' | 'D' | undefined
        shown_state?: 'A' | 'B' | 'I' | 'T' | 'D' | 'invited' | 'never_signed_in' | undefined
        group_id?: string | undefined
        department?: string | undefined
        field_id?: string | undefined
        field_value?: string | undefined
      },
      {
        data: readonly {
          id: string
          nome_usuario: string
          email: string
          perfil_usuario: 'admin' | 'user'
          state: 'A' | 'B' | 'I' | 'T' | 'D'
          department: string | null
          groups: readonly { id: string; name: string }[]
          custom: Readonly<Record<string, string | number | readonly string[] | null>>
          last_sign_in_at: string | null
          shown_state: 'A' | 'B' | 'I' | 'T' | 'D' | 'invited' | 'never_signed_in'
          is_invited: 'S' | 'N'
          invite_at: string | null
          two_factor: 'S' | 'N'
          can: readonly string[]
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** Whether a mail with the link goes to people who are invited now; otherwise the answer of the invitation has the link. Scope: `user.add`. */
    readInvitationMail: Method<Readonly<Record<string, never>>, { obstacle: 'turned_off' | 'no_server' | null }>
    /** One person with everything that can be changed; the answer never contains the password. Scope: `user.read`. */
    read: Method<
      { id: string },
      {
        id: string
        nome_usuario: string
        email: string
        phone: string | null
        perfil_usuario: 'admin' | 'user'
        state: 'A' | 'B' | 'I' | 'T' | 'D'
        department: string | null
        language: 'pt-BR' | 'en-US' | 'es' | 'pt-PT'
        groups: readonly { id: string; name: string }[]
        configure_saml: 'S' | 'N'
        configure_two_factor: 'S' | 'N'
        import_users: 'S' | 'N'
        remote_access: 'S' | 'N'
        create_notifications: 'S' | 'N'
        update_datasets: 'S' | 'N'
        edit_reports: 'S' | 'N'
        support_agent: 'S' | 'N'
        ignore_auto_block: 'S' | 'N'
        allow_remote_access: 'S' | 'N'
        shift: { id: string; name: string } | null
        custom: Readonly<Record<string, string | number | readonly string[] | null>>
        block_on: string | null
        delete_on: string | null
        scim_managed: 'S' | 'N'
        password: null
        password_set: 'S' | 'N'
        shown_state: 'A' | 'B' | 'I' | 'T' | 'D' | 'invited' | 'never_signed_in'
        is_invited: 'S' | 'N'
        two_factor: 'S' | 'N'
        last_sign_in_at: string | null
        invite_at: string | null
        created_at: string
        version: number
        can: readonly string[]
      }
    >
    /** The password rules for a person of the business unit; without an id, for a new one. Scope: `user.update`. */
    readUserPasswordRules: Method<
      { id?: string | undefined },
      {
        enable_password: 'S' | 'N'
        min_character: number
        capital_letter: 'S' | 'N'
        special_characters: 'S' | 'N'
        expiry_time_password: number
      }
    >
    /** Ends the membership and its grants; a person without another membership is erased. Scope: `user.remove`. */
    remove: Method<{ id: string }, { status: true; message?: string }>
    /** The first departments of people that contain a text; with `field_id`, the first values of a custom field. Scope: `user.read`. */
    selectUserValues: Method<
      { search?: string | undefined; field_id?: string | undefined },
      readonly { value: string; label: string }[]
    >
    /** The first people whose name or e-mail contains a text, for a picker. Scope: `user.read`. */
    select: Method<
      { search?: string | undefined },
      readonly { value: string; label: string; email: string; state: 'A' | 'B' | 'I' | 'T' | 'D' }[]
    >
    /** Changes a person; absent fields stay unchanged. A new profile, e-mail or password ends the sessions. Scope: `user.update`. */
    update: Method<
      {
        id: string
        version: number
        nome_usuario?: string | undefined
        email?: string | undefined
        phone?: string | null | undefined
        password?: string | undefined
        perfil_usuario?: 'admin' | 'user' | undefined
        state?: 'A' | 'B' | 'I' | 'T' | 'D' | undefined
        department?: string | null | undefined
        language?: 'pt-BR' | 'en-US' | 'es' | 'pt-PT' | undefined
        group_ids?: readonly string[] | undefined
        configure_saml?: 'S' | 'N' | undefined
        configure_two_factor?: 'S' | 'N' | undefined
        import_users?: 'S' | 'N' | undefined
        remote_access?: 'S' | 'N' | undefined
        create_notifications?: 'S' | 'N' | undefined
        update_datasets?: 'S' | 'N' | undefined
        edit_reports?: 'S' | 'N' | undefined
        support_agent?: 'S' | 'N' | undefined
        ignore_auto_block?: 'S' | 'N' | undefined
        shift_id?: string | null | undefined
        custom?: Readonly<Record<string, string | number | readonly string[] | null>> | undefined
        block_on?: string | null | undefined
        delete_on?: string | null | undefined
      },
      { status: true; message?: string }
    >
  }
  workspaces: {
    /** Dashboards of a workspace at its service. The embedded report service has none. Scope: `workspace.read`. */
    listDashboards: Method<{ id: string }, { data: readonly { service_dashboard_id: string; name: string }[] }>
    /** Tiles of a dashboard at its service, with the data set and the published report behind each. Scope: `workspace.read`. */
    listTiles: Method<
      { id: string; service_dashboard_id: string },
      {
        data: readonly {
          service_tile_id: string
          title: string | null
          dataset: string | null
          report: { id: string; name: string } | null
        }[]
      }
    >
    /** Reports of a workspace at its service, with the row-level security of their data sets. Scope: `workspace.read`. */
    listWorkspaceReports: Method<
      { id: string },
      {
        data: readonly {
          service_report_id: string
          name: string
          service_dataset_id: string
          dataset: string | null
          identity_required: 'S' | 'N' | null
          roles_required: 'S' | 'N' | null
          published: 'S' | 'N'
          published_as: string | null
        }[]
      }
    >
    /** Workspaces that the business unit may publish from. Scope: `workspace.read`. */
    list: Method<
      {
        page?: number | undefined
        size?: 25 | 50 | 100 | undefined
        search?: string | undefined
        sort?: 'name' | 'reports' | 'created_at' | undefined
        order?: 'asc' | 'desc' | undefined
        account_id?: string | undefined
        workspace_id?: string | undefined
      },
      {
        data: readonly {
          id: string
          name: string
          account_id: string
          account: string | null
          reports: number
          created_at: string
          version: number
          can: readonly string[]
        }[]
        page: string
        size: number
        total: number
      }
    >
    /** Data sets of a workspace at its service with the published reports that use them. Scope: `workspace.read`. */
    readDatasets: Method<
      { id: string },
      {
        data: readonly {
          service_dataset_id: string
          name: string
          refreshable: 'S' | 'N' | null
          identity_required: 'S' | 'N' | null
          configured_by: string | null
          reports: readonly { id: string; name: string; people: number }[]
        }[]
      }
    >
  }
}

/** The events that a webhook gets, by their type. */
export type WebhookEvent =
  | { type: 'user.added'; timestamp: string; sequence: number; data: { user: { id: string; name: string | null } } }
  | { type: 'user.blocked'; timestamp: string; sequence: number; data: { user: { id: string; name: string | null } } }
  | { type: 'user.unblocked'; timestamp: string; sequence: number; data: { user: { id: string; name: string | null } } }
  | { type: 'user.removed'; timestamp: string; sequence: number; data: { user: { id: string; name: string | null } } }
  | {
      type: 'grant.added'
      timestamp: string
      sequence: number
      data: {
        report: { id: string; name: string | null }
        user: { id: string; name: string | null } | null
        group: { id: string; name: string | null } | null
      }
    }
  | {
      type: 'grant.removed'
      timestamp: string
      sequence: number
      data: {
        report: { id: string; name: string | null }
        user: { id: string; name: string | null } | null
        group: { id: string; name: string | null } | null
      }
    }
  | {
      type: 'access_request.added'
      timestamp: string
      sequence: number
      data: {
        request_id: string
        report: { id: string; name: string | null }
        user: { id: string; name: string | null }
      }
    }
  | {
      type: 'access_request.decided'
      timestamp: string
      sequence: number
      data: {
        request_id: string
        report: { id: string; name: string | null }
        user: { id: string; name: string | null }
        decision: 'granted' | 'denied'
      }
    }
  | {
      type: 'task.fired'
      timestamp: string
      sequence: number
      data: { task: { id: string; name: string | null }; run_id: string; report_id: string | null; matched: number }
    }
  | {
      type: 'scheduled_export.delivered'
      timestamp: string
      sequence: number
      data: { scheduled_export: { id: string; name: string | null }; run_id: string }
    }
  | {
      type: 'scheduled_export.failed'
      timestamp: string
      sequence: number
      data: { scheduled_export: { id: string; name: string | null }; run_id: string }
    }
  | {
      type: 'ticket.opened'
      timestamp: string
      sequence: number
      data: { ticket: { id: string; name: string | null }; user: { id: string; name: string | null } }
    }
  | {
      type: 'ticket.answered'
      timestamp: string
      sequence: number
      data: { ticket: { id: string; name: string | null }; user: { id: string; name: string | null } }
    }
  | {
      type: 'ticket.resolved'
      timestamp: string
      sequence: number
      data: { ticket: { id: string; name: string | null }; user: { id: string; name: string | null } }
    }
  | {
      type: 'bill.issued'
      timestamp: string
      sequence: number
      data: { bill: { id: string; name: string | null }; number: number; reference_month: string }
    }
  | {
      type: 'bill.paid'
      timestamp: string
      sequence: number
      data: { bill: { id: string; name: string | null }; number: number; reference_month: string }
    }
  | {
      type: 'bill.voided'
      timestamp: string
      sequence: number
      data: { bill: { id: string; name: string | null }; number: number; reference_month: string }
    }
  | {
      type: 'audit.entry'
      timestamp: string
      sequence: number
      data: {
        id: string
        event: string
        actor: { id: string | null; name: string | null; origin: string | null }
        target: { type: string; id: string | null; name: string | null }
      }
    }
  | { type: 'webhook.test'; timestamp: string; sequence: number; data: Readonly<Record<string, unknown>> }
