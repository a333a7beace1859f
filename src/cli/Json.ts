/**
 * JSON as the commands print it.
 */
export { json } from "../domain/Json.ts"
