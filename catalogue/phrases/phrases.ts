/** The type of a set of phrases. pt-BR defines the keys; every other language must have all of them. */
export type Phrases<Source> = { [Key in keyof Source]: Source[Key] extends string ? string : Phrases<Source[Key]> }
