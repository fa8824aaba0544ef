// For other features: the choice of people and groups in forms, and the list of those to whom a record is granted.
export {
  PersonPicker,
  type PickedGroup,
  type PickedPerson,
  UserGroupFilter,
  UserGroupPicker,
} from './grantee-pickers.tsx'
export { type Grantees, GranteesField, withGranteeIds } from './grantees-field.tsx'
/** The styles of the list of chosen people and groups, for lists of other nouns with the same appearance. */
export { default as peopleListClasses } from './people-list.module.css'
