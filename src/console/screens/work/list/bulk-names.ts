/** What can be done with many actions at once, as their buttons say it. */
export const bulkNames = ['Assign', 'Label', 'Priority', 'Due', 'Project', 'Drop'] as const;

/** The name of something that can be done with many actions at once. */
export type BulkName = (typeof bulkNames)[number];
