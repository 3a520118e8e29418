/** The bytes that are pushed to a phone: a jar with classes.dex. */
export function companionDex(): Buffer;
