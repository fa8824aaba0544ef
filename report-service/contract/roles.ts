// Roles of wells that are not in the queries of PBIR, for the service that reads them and the viewer that draws them.

/** The small figures of a new card. */
export const REFERENCE_LABELS = 'ReferenceLabels'
