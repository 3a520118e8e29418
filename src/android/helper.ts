/** What a person is told when plain ADB cannot do something that an application on the phone could. */
export const needsHelper = 'That takes a helper on the phone, which comes with a later version of Handeye.';
