/** Live events for browsers; features/identity/sessions streams them. */
export type LiveEvent =
  | { kind: 'access_changed'; tenantId: string; reportIds: string[] }
  // The theme or the settings of a business unit changed; with null, those of the partner for all of its units. `everywhere`: those of the
  // platform for everybody. A server of the version before tells only the platform's staff then.
  | {
      kind: 'place_changed'
      what: 'theme' | 'settings'
      tenantId: string | null
      partnerId: string | null
      everywhere?: true
    }
  // Sign-in was switched off for a business unit, or with null for the partner's own host. Its streams end at once.
  | { kind: 'place_shut'; tenantId: string | null; partnerId: string }
  // Progress of long work, for the business unit; with null for the staff of the partner and of the platform.
  | {
      kind: 'progress'
      tenantId: string | null
      partnerId: string | null
      /** The name of the job, the record that it works on, and the present step: a word for which the screen has phrases. */
      job: string
      subject: string | null
      what: string
      done: number
      total: number
    }
  // The unread notifications of these people changed; null: of anybody in the business unit. Without a unit: of staff.
  | { kind: 'notifications_changed'; tenantId: string | null; userIds: string[] | null }
  // A registration waits for approval, or was answered. The event reaches the people who may add users of the business unit.
  | { kind: 'registrations_changed'; tenantId: string }
  // A ticket changed, or somebody began to answer it. The event reaches the people who handle tickets of the business unit.
  | { kind: 'ticket_changed'; tenantId: string; ticketId: string }
  // A refresh of a data set began or ended. The event reaches the people who may read data sets of the business unit.
  | { kind: 'refreshes_changed'; tenantId: string }
  // A remote access was asked for, answered, begun or ended; for one of its two people. A trigger of the database sends it as well.
  | { kind: 'remote_access'; userId: string }
  | { kind: 'session_ended'; tenantId: string | null; userId: string; sessionId: string | null; reason: string }
