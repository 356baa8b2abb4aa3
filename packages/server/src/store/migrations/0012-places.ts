/** The end of the line is asked for with every job: it is looked up, and not searched for among all runs there ever were. */
export const places = ['create index runs_by_place on runs (queue_no)']
